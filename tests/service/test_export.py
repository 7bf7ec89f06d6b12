import csv
import io
from dataclasses import replace
from pathlib import Path

from bot.cli.measurements import COLUMNS, rows, run, write
from bot.store import Measurement, Store, TenantSettings
from catalog.load import load_catalog
from tests.service.fakes import QUERY

KEY = QUERY.key or ""
DEEP = replace(QUERY, context_tokens=65_536).key or ""
TABLE = Path(__file__).parents[2] / "catalog" / "data" / "measurements.csv"


def report(rate: float, likeness: str = "like", key: str = KEY) -> Measurement:
    return Measurement(key, likeness, rate, "llama.cpp")


def test_the_columns_are_those_of_the_catalogs_measurements():
    with TABLE.open(encoding="utf-8", newline="") as file:
        assert tuple(next(csv.reader(file))) == COLUMNS


def test_alike_reports_become_one_row_of_their_median():
    stream = io.StringIO()
    reports = [report(38), report(40), report(36), report(20, "other", DEEP)]
    write(rows(reports, load_catalog()), stream)
    first, second = csv.DictReader(io.StringIO(stream.getvalue()))
    assert (first["tok_per_s"], first["samples"], first["spread"]) == ("38", "3", "1.11")
    assert first["device_id"] == "geforce-rtx-4090"
    assert (first["model_id"], first["quant_id"]) == ("qwen3-32b", "q4_k_m")
    assert (first["test"], first["placement"], first["grade"]) == ("decode", "full", "B")
    assert second["depth_tokens"] == "65536"


def test_what_the_catalog_no_longer_knows_is_left_out():
    gone = report(38, key="no-such-model:q4_k_m@geforce-rtx-4090")
    assert list(rows([gone], load_catalog())) == []


async def test_only_what_is_shared_is_exported_and_never_who(store: Store):
    await store.measurements.put("slack:T1", "UCANARY", report(38))
    await store.measurements.put("slack:T2", "UCANARY", report(40))
    await store.settings.put("slack:T1", TenantSettings(share_measurements=True))
    shared = [one for one, _ in await store.housekeeping.shared()]
    assert [one.tok_per_s for one in shared] == [38]
    stream = io.StringIO()
    write(rows(shared, load_catalog()), stream)
    assert "CANARY" not in stream.getvalue()


def test_the_command_writes_a_table(sqlite_url, monkeypatch, capsys):
    monkeypatch.setenv("HOWFAST_DATABASE_URL", sqlite_url)
    assert run(["export"]) == 0
    assert capsys.readouterr().out == ",".join(COLUMNS) + "\n"
    assert run(["export", "--tenant", "slack:T1"]) == 0
    assert run(["import"]) == 2
