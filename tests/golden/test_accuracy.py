"""The calibration against the project's own measurements, and the laws it must keep."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from math import exp
from pathlib import Path
from statistics import fmean, median

import pytest

from catalog.load import load_catalog
from core.calibration.case import DecodeCase, PrefillCase, Realized
from core.calibration.coefficients import BOUNDED, factor, table
from core.calibration.decode_terms import decode_terms
from core.calibration.doubt import doubts
from core.calibration.evidence import everything, nearest
from core.calibration.fit.cases import Measured, measured, read_rows
from core.calibration.prefill_terms import prefill_terms
from core.calibration.realize import ceiling, realize_decode, realize_prefill
from core.calibration.speculation import ACCEPTANCE, method_of, token_cost

CATALOG = load_catalog()
ROWS = [row for row in read_rows() if row["placement"] != "cpu"]
DECODE = measured(ROWS, CATALOG, "decode")
PREFILL = measured(ROWS, CATALOG, "prefill")


def realize(case: DecodeCase | PrefillCase) -> Realized:
    return realize_decode(case) if isinstance(case, DecodeCase) else realize_prefill(case)


def figures(rows: list[Measured]) -> dict[str, float]:
    """Return median error, share within 20 %, coverage and width; a pair counts once."""
    pairs: dict[tuple[str, ...], list[tuple[float, bool]]] = defaultdict(list)
    widths = []
    for one in rows:
        said, true = realize(one.case), 1 / one.seconds
        pairs[one.pair].append((abs(said.mid / true - 1), said.low <= true <= said.high))
        widths.append(said.high / said.low)
    return {
        "median": median(median(e for e, _ in group) for group in pairs.values()),
        "within": fmean(fmean(e <= 0.2 for e, _ in group) for group in pairs.values()),
        "held": fmean(fmean(h for _, h in group) for group in pairs.values()),
        "width": median(widths),
    }


def test_decode_of_the_rows_it_was_fitted_on_is_within_six_percent() -> None:
    found = figures(DECODE)
    assert found["median"] <= 0.06
    assert found["within"] >= 0.85
    assert 0.90 <= found["held"] <= 0.97
    assert found["width"] <= 1.8


def test_prefill_of_the_rows_it_was_fitted_on_is_within_twelve_percent() -> None:
    found = figures(PREFILL)
    assert found["median"] <= 0.12
    assert found["within"] >= 0.70
    assert 0.90 <= found["held"] <= 0.98
    assert found["width"] <= 3.2


def test_no_estimate_exceeds_its_ceiling_and_the_ends_keep_their_order() -> None:
    for one in DECODE:
        assert isinstance(one.case, DecodeCase)
        said = realize_decode(one.case)
        assert 0 < said.low <= said.mid <= said.high <= ceiling(one.case) * (1 + 1e-9)


def test_no_efficiency_exceeds_one_and_no_time_is_negative() -> None:
    for one in (*DECODE, *PREFILL):
        case, kind = one.case, one.row["test"]
        terms = decode_terms(case) if isinstance(case, DecodeCase) else prefill_terms(case)
        for term in terms:
            stretched = factor(kind, term.name, term.keys)
            assert stretched > 0
            assert term.amount >= 0
            assert stretched >= 1 or term.name not in BOUNDED


def test_every_coefficient_that_no_question_can_state_stayed_in_the_fit() -> None:
    assert not any(
        key.startswith("build/") for kind in ("decode", "prefill") for key in table()[kind]
    )


@pytest.mark.parametrize("one", DECODE[::40], ids=lambda one: one.row["id"])
def test_more_context_more_bits_or_less_bandwidth_are_never_faster(one: Measured) -> None:
    case = one.case
    assert isinstance(case, DecodeCase)
    mid = realize_decode(case).mid

    def with_parts(**changes: float) -> float:
        parts = tuple(
            replace(p, **{name: getattr(p, name) * by for name, by in changes.items()})
            for p in case.parts
        )
        return realize_decode(replace(case, parts=parts)).mid

    assert with_parts(kv_bytes=2.0) <= mid
    assert with_parts(dense_bytes=1.5, expert_bytes=1.5) < mid
    assert with_parts(bandwidth_bytes_per_s=1.3) > mid


def test_a_device_never_seen_gets_its_class_with_a_wider_interval() -> None:
    seen = next(m.case for m in DECODE if m.row["device_id"] == "geforce-rtx-4090")
    assert isinstance(seen, DecodeCase)
    unseen = replace(seen, parts=(replace(seen.parts[0], device_id="geforce-rtx-4080"),))
    near, far = realize_decode(seen), realize_decode(unseen)
    assert (near.basis, far.basis) == ("measured", "class")
    assert far.mid == pytest.approx(near.mid, rel=0.25)


def test_a_backend_that_nobody_measured_gets_the_rule_of_thumb() -> None:
    case = next(m.case for m in DECODE if m.row["placement"] == "full")
    assert isinstance(case, DecodeCase)
    said = realize_decode(replace(case, backend="abacus", engine="beads"))
    assert said.basis == "rule"
    assert said.mid / ceiling(case) == pytest.approx(0.675)


def test_an_assumed_backend_widens_the_interval_and_is_named() -> None:
    case = next(m.case for m in DECODE if m.row["backend"] == "vulkan")
    assert isinstance(case, DecodeCase)
    known, open_ = realize_decode(case), realize_decode(replace(case, backend_is_assumed=True))
    assert open_.low < known.low
    assert "backend" in dict(open_.doubt)


def test_the_largest_open_input_comes_first() -> None:
    case = next(m.case for m in DECODE if m.row["placement"] == "experts")
    apart = [ratio for _, ratio in doubts(replace(case, backend_is_assumed=True), 0.6)]
    assert len(apart) >= 2
    assert apart == sorted(apart, reverse=True)


def test_the_nearest_measurement_of_a_measured_case_is_its_own_device_and_model() -> None:
    case = next(m.case for m in DECODE if m.row["device_id"] == "geforce-rtx-4090")
    found = nearest(case)[0]
    assert (found.device_id, found.model_id) == ("geforce-rtx-4090", case.model)
    assert found.source
    assert found.locator


def test_all_evidence_is_read_whole() -> None:
    assert len(everything()) > 700
    assert sum(e.rows for e in everything()) == len(read_rows())


def test_greedy_work_is_accepted_more_than_hot_and_a_draft_is_never_free() -> None:
    for work in ACCEPTANCE.values():
        assert work["greedy"].mid > work["chat"].mid > work["high_temperature"].mid
    assert method_of("qwen3-0.6b") == "draft"
    assert token_cost("mtp", draft_share=0.0, moe=False, backend="cuda") > 0


def test_the_run_time_needs_no_numerical_library() -> None:
    code = (
        "import sys, core.calibration.realize; sys.exit(bool({'numpy', 'scipy'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)  # noqa: S603
    assert done.returncode == 0


@pytest.mark.nightly
def test_calibrate_writes_the_same_bytes_again(tmp_path: Path) -> None:
    from core.calibration import coefficients  # noqa: PLC0415

    subprocess.run([sys.executable, "-m", "core.calibration.fit", str(tmp_path)], check=True)  # noqa: S603
    for name in ("coefficients.json", "evidence.tsv"):
        stored = Path(coefficients.__file__).with_name(name)
        assert (tmp_path / name).read_bytes() == stored.read_bytes()


def test_spreads_are_sane() -> None:
    for kind in ("decode", "prefill"):
        spread = table()[f"{kind}_spread"]
        assert 1 < spread["below"] < 5
        assert 1 < spread["above"] < 5
        assert exp(spread["scale"]) < 1
