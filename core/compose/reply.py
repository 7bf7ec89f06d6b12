"""One function for each intent: a reading and what was estimated become the draft of an answer."""

from typing import Final

from core.compose.case import Case, Draft
from core.compose.small import clarify, feel, measure, offtopic
from core.compose.speed import speed
from core.estimate import estimate as estimated
from core.figures import Estimate
from core.message import Message
from core.query import Query
from core.reading import Clarify, Intent

DEVICE_OPTIONS: Final = ("RTX 3060 12GB", "RTX 3090", "RTX 4090", "M4 Pro 48GB", "Strix Halo 128GB")
MODEL_OPTIONS: Final = ("8B", "14B", "27B", "32B", "70B", "gpt-oss 20b", "Qwen3 30B-A3B")


def draft(case: Case) -> Draft:
    """Return the draft for what was asked."""
    reading = case.reading
    if reading.clarify is not None:
        return clarify(case, reading.clarify)
    match reading.intent:
        case Intent.OFFTOPIC:
            return offtopic(case)
        case Intent.FEEL:
            return feel(case)
        case Intent.MEASURE:
            return measure(case)
        case _:
            return _of_setup(case)


def _of_setup(case: Case) -> Draft:
    intent = case.reading.intent
    if intent is Intent.RECOMMEND_MODEL or intent is Intent.RECOMMEND_HARDWARE:
        from core.compose import recommend  # noqa: PLC0415  (each intent loads what it needs)

        return (
            recommend.model(case) if intent is Intent.RECOMMEND_MODEL else recommend.hardware(case)
        )
    if intent is Intent.EXPLAIN:
        from core.compose.explain import explain  # noqa: PLC0415

        return explain(case, estimate_of(case, case.query))
    if intent is Intent.DIAGNOSE:
        from core.compose.diagnose import diagnosed  # noqa: PLC0415

        return diagnosed(case, estimate_of(case, case.query), _before(case))
    missing = missing_slot(case.query)
    if missing is not None:
        return clarify(case, missing)
    if intent is Intent.RECOMMEND_QUANT:
        from core.compose import recommend  # noqa: PLC0415

        return recommend.quant(case)
    if intent is Intent.COMPARE and len({side.query for side in case.reading.sides}) > 1:
        from core.compose.compare import compared  # noqa: PLC0415

        return compared(case)
    if intent is Intent.CONCURRENCY and case.query.users is None:
        from core.compose.crowd import crowd  # noqa: PLC0415

        return crowd(case)
    return speed(case, estimated(case.query, case.catalog), _before(case))


def estimate_of(case: Case, query: Query) -> Estimate | None:
    """Return the estimate of `query`, or None where it names too little for one."""
    return None if missing_slot(query) else estimated(query, case.catalog)


def missing_slot(query: Query) -> Clarify | None:
    """Return the question for what an estimate cannot do without."""
    if query.model is None and query.file_size_bytes is None:
        return Clarify("model", Message("clarify.model"), MODEL_OPTIONS)
    if not query.devices:
        return Clarify("devices", Message("clarify.device"), DEVICE_OPTIONS)
    return None


def _before(case: Case) -> Estimate | None:
    before = case.reading.before
    if not case.reading.followup or before is None or before == case.query:
        return None
    return estimate_of(case, before)
