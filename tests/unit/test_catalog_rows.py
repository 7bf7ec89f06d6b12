"""What the catalog holds, and that every name in it means itself."""

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import catalog as terminal
from catalog import check
from catalog.load import DATA, CatalogError, Files, load_catalog
from catalog.names import quant_slug, slug
from catalog.schema import TABLES, GpuRow
from core.match import device_named, device_names, model_names, quant_names, variant

CATALOG = load_catalog()
GIGA = 1e9


def rows(table):
    with (Path(DATA) / table).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_everything_that_was_collected_is_there():
    assert len(CATALOG.models) >= 248
    assert len(rows("gpus.csv")) >= 181
    assert len(CATALOG.quants) + len(CATALOG.kv_quants) >= 91
    files = [one for some in CATALOG.files.by_model_and_quant.values() for one in some]
    assert len(files) >= 9_241


def test_every_law_of_the_data_holds():
    assert check.breaches(CATALOG) == []


def test_each_exception_names_a_row_and_a_reason_and_is_still_needed():
    everything = [*check._unexcepted(CATALOG)]
    for row in rows("exceptions.csv"):
        assert len(row["reason"]) > 20
        assert any((one.law, one.row) == (row["law"], row["row"]) for one in everything), row


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("GeForce RTX 4090", "geforce-rtx-4090"),
        ("GeForce RTX 4090 48 GB (mod)", "geforce-rtx-4090-48-gb-mod"),
        ("Qwen3.5 35B A3B", "qwen3.5-35b-a3b"),
        ("Ryzen AI Max+ 395 (Radeon 8060S)", "ryzen-ai-max-395-radeon-8060s"),
    ],
)
def test_an_id_is_the_slug_of_its_name(name, id_):
    assert slug(name) == id_


def test_a_quant_keeps_its_underscores():
    assert quant_slug("Q4_K_M") == "q4_k_m"
    assert quant_slug("MLX 4bit gs64") == "mlx-4bit-gs64"


@pytest.mark.parametrize(
    ("records", "names"),
    [
        (CATALOG.devices, device_names(CATALOG)),
        (CATALOG.quants, quant_names(CATALOG)),
        (CATALOG.models, model_names(CATALOG)),
    ],
    ids=["devices", "quants", "models"],
)
def test_every_name_and_alias_means_its_own_row(records, names):
    wrong = {
        (spelled, names.find(spelled), record.id)
        for record in records.values()
        for spelled in (record.id, record.name, *record.aliases)
        if names.find(spelled) != record.id and "+" not in spelled
    }
    assert wrong == set()


@pytest.mark.parametrize(
    ("device", "memory_gb", "row", "bandwidth_gb_s"),
    [
        ("geforce-rtx-3060-12-gb", 8, "geforce-rtx-3060-8-gb", 240),
        ("geforce-rtx-3060-8-gb", 12, "geforce-rtx-3060-12-gb", 360),
        ("geforce-rtx-4060-ti-16-gb", 8, "geforce-rtx-4060-ti-8-gb", 288),
        ("m3-max", 36, "m3-max-30-core-gpu", 300),
        ("m3-max", 64, "m3-max", 400),
        ("m4-max", 36, "m4-max-32-core-gpu", 410),
        ("geforce-rtx-4090", 48, "geforce-rtx-4090-48-gb-mod", 1008),
        ("geforce-rtx-2080-ti", 22, "geforce-rtx-2080-ti-22-gb-mod", 616),
        ("radeon-instinct-mi50", 32, "radeon-instinct-mi50-32-gb", 1024),
        ("a100-sxm4-40-gb", 80, "a100-sxm4-80-gb", 2039),
    ],
)
def test_the_memory_a_person_states_chooses_the_variant(device, memory_gb, row, bandwidth_gb_s):
    assert variant(device, CATALOG, memory_gb * GIGA) == row
    assert CATALOG.devices[row].bandwidth_bytes_per_s == bandwidth_gb_s * GIGA


@pytest.mark.parametrize("card", ["5090", "4090", "4080", "4070", "4060", "3080", "3070", "3060"])
def test_a_laptop_card_never_inherits_the_desktop_numbers(card):
    laptop = CATALOG.devices[device_named(f"rtx {card} laptop", CATALOG)]
    desktop = CATALOG.devices[device_named(f"rtx {card}", CATALOG)]
    assert laptop.laptop
    assert not desktop.laptop
    assert (laptop.fp16_flop_per_s or 0) < (desktop.fp16_flop_per_s or 0)
    assert laptop.bandwidth_bytes_per_s <= desktop.bandwidth_bytes_per_s
    assert laptop.memory_options_bytes <= desktop.memory_options_bytes


@pytest.mark.parametrize(
    ("name", "device", "channels", "mt_per_s"),
    [
        ("13600k", "desktop-dual-channel-ddr5-5600", 2, 5600),
        ("5950x", "desktop-dual-channel-ddr4-3200", 2, 3200),
        ("9454p", "epyc-9004-genoa-bergamo", 12, 4800),
        ("7c13", "epyc-7002-7003-rome-milan", 8, 3200),
    ],
)
def test_a_processor_implies_the_channels_and_speed_of_its_memory(name, device, channels, mt_per_s):
    assert CATALOG.cpus[name] == device
    platform = CATALOG.devices[device]
    assert (platform.memory_channels, platform.memory_mt_per_s) == (channels, mt_per_s)


def test_no_processor_is_called_like_a_device():
    names = {one for device in CATALOG.devices.values() for one in device.aliases}
    assert not names & set(CATALOG.cpus)


def test_two_rows_with_one_alias_are_refused_with_both_names():
    twice = [
        {"name": "Card A", "aliases": "the card"},
        {"name": "Card B", "aliases": "The Card"},
    ]
    found = list(check._twice("device", twice, slug))
    assert len(found) == 1
    assert "Card A" in str(found[0])
    assert "Card B" in str(found[0])


def test_a_row_is_frozen_and_refuses_a_column_it_does_not_know():
    first = rows("gpus.csv")[0]
    row = GpuRow.model_validate(first)
    with pytest.raises(ValueError, match="frozen"):
        row.name = "other"
    with pytest.raises(ValueError, match="Extra inputs"):
        GpuRow.model_validate({**first, "colour": "red"})


@pytest.mark.parametrize("table", sorted(TABLES))
def test_a_table_has_just_the_columns_of_its_schema(table):
    assert list(rows(table)[0]) == list(TABLES[table].model_fields)


def test_a_bad_row_names_its_file_row_and_field(monkeypatch, tmp_path):
    for table in Path(DATA).iterdir():
        (tmp_path / table.name).write_bytes(table.read_bytes())
    spoilt = (
        (tmp_path / "gpus.csv").read_text().replace("RTX 5090,NVIDIA,32,", "RTX 5090,NVIDIA,x,")
    )
    (tmp_path / "gpus.csv").write_text(spoilt)
    monkeypatch.setattr("catalog.load.DATA", tmp_path)
    with pytest.raises(CatalogError, match=r"gpus\.csv.*GeForce RTX 5090.*'x'"):
        load_catalog.__wrapped__()


def test_the_files_of_one_model_are_not_those_of_its_namesakes():
    table = "model,quant,publisher,size_bytes,precision_bytes,source\n"
    table += "a,q8_0,p,10,1,s\na-b,q8_0,p,20,1,s\n"
    files = Files(table)
    assert [one.size_bytes for one in files.sizes("a", "q8_0")] == [10]
    assert files.sizes("b", "q8_0") == ()
    assert files.sizes("a", "q4_0") == ()


def test_loading_needs_no_pydantic_and_no_fuzzy_matcher():
    code = "import sys, catalog.load as c; c.load_catalog().files.sizes('qwen3-32b', 'q4_k_m');"
    code += "print([m for m in ('pydantic', 'rapidfuzz', 'asyncio') if m in sys.modules])"
    done = subprocess.run(  # noqa: S603  (our own interpreter)
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    assert done.stdout.strip() == "[]"


def shown(*args):
    out = io.StringIO()
    status = terminal.run(list(args), out)
    return status, out.getvalue()


@pytest.mark.parametrize("kind", ["models", "devices", "quants"])
def test_the_terminal_shows_all_rows_within_eighty_columns(kind):
    status, text = shown(kind)
    assert status == 0
    assert max(map(len, text.splitlines())) <= 80
    assert len(text.splitlines()) > 90


def test_the_terminal_shows_few_rows_in_full_with_their_source():
    status, text = shown("devices", "m3", "max")
    assert status == 0
    assert "36/96 GB" in text
    assert "300.0 GB/s" in text
    assert text.count("source") == 2
    assert max(map(len, text.splitlines())) <= 80


def test_the_terminal_offers_the_nearest_three_for_what_it_does_not_know():
    status, text = shown("models", "quen4", "99b")
    assert status == 1
    assert "Nearest: " in text
    assert text.count(",") == 2


def test_the_terminal_refuses_other_tables(capsys):
    assert shown("cars")[0] == 2
    assert "models, devices or quants" in capsys.readouterr().err
