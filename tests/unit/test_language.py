"""Every language says everything, with the same values, in its own words."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import core.language.en
from core.interval import Interval
from core.language.numbers import formatters
from core.language.pack import AREAS, UnknownPhraseError, fields, pack, phrases
from core.message import Message

ROOT = Path(__file__).parents[2]
_SAME_EVERYWHERE = {
    # technical, or nothing but numbers
    "slot.engine",
    "slot.backend",
    "slot.prompt_tokens",
    "slot.ram",
    "slot.other",
    "pic.kv",
    "head.quant",
    "head.device",
    "chat.command.howfast.name",
    "chat.command.diagnose.name",
    "chat.command.rig.name",
    "chat.argument.quant.name",
    "chat.argument.hardware.name",
}


def areas() -> list[str]:
    """Return every English file of phrases, whether or not the pack lists it."""
    names = [one.name for one in iter_modules(core.language.en.__path__)]
    return [name for name in names if hasattr(import_module(f"core.language.en.{name}"), "PHRASES")]


def shape(template: str) -> set[tuple[str, str]]:
    return {(name, kind) for _, name, kind in fields(template) if name}


def worded(template: str) -> bool:
    """Whether there is a word to translate beside the values, units and flags."""
    words = "".join(before for before, _, _ in fields(template))
    return any(len(word) > 3 and word.isalpha() and word.islower() for word in words.split())


def test_the_pack_knows_every_area_file() -> None:
    assert set(areas()) <= set(AREAS)


def test_no_code_stands_in_two_files() -> None:
    seen: dict[str, str] = {}
    for area in areas():
        for code in phrases("en", area):
            assert code not in seen, f"{code} stands in {seen[code]} and {area}"
            seen[code] = area


@pytest.mark.parametrize("language", ["de", "vi"])
def test_every_english_phrase_is_said_in(language: str) -> None:
    missing = {
        f"{area}: {code}"
        for area in areas()
        for code in phrases("en", area)
        if code not in phrases(language, area)
    }
    assert not missing


@pytest.mark.parametrize("language", ["de", "vi"])
def test_no_phrase_is_left_over_in(language: str) -> None:
    extra = {
        f"{area}: {code}"
        for area in AREAS
        for code in phrases(language, area)
        if code not in phrases("en", area)
    }
    assert not extra


@pytest.mark.parametrize("language", ["de", "vi"])
def test_a_translation_fills_the_same_values_in(language: str) -> None:
    wrong = {
        code: (shape(template) ^ shape(phrases(language, area).get(code, template)))
        for area in areas()
        for code, template in phrases("en", area).items()
    }
    assert not {code: odd for code, odd in wrong.items() if odd}


@pytest.mark.parametrize("language", ["de", "vi"])
def test_a_translation_is_no_copy_of_the_english_in(language: str) -> None:
    copied = {
        code
        for area in areas()
        for code, template in phrases("en", area).items()
        if worded(template)
        and phrases(language, area).get(code) == template
        and code not in _SAME_EVERYWHERE
    }
    assert not copied


@pytest.mark.parametrize("language", ["en", "de", "vi"])
def test_every_phrase_can_be_cut_in(language: str) -> None:
    kinds = set(formatters(language))
    for area in AREAS:
        for code, template in phrases(language, area).items():
            assert {kind for _, kind in shape(template)} <= kinds, code
            rest = "".join(before for before, _, _ in fields(template))
            assert "{" not in rest, code
            assert "}" not in rest, code
            assert template == template.strip(), code


def test_every_code_the_core_emits_has_a_phrase() -> None:
    emitted = set()
    for path in (ROOT / "core").rglob("*.py"):
        if "logs" not in path.parts:  # a log's facts are for the diagnosis, not for people
            emitted |= set(re.findall(r"Message(?:\.of)?\(\s*\"([a-z0-9_.]+)\"", path.read_text()))
    assert not {code for code in emitted if pack("en").phrase(code) is None and "." in code}


def test_an_unknown_code_is_named() -> None:
    with pytest.raises(UnknownPhraseError, match=r"no\.such\.code"):
        pack("de").say(Message("no.such.code"))


def test_a_missing_value_is_named() -> None:
    with pytest.raises(UnknownPhraseError, match="feel"):
        pack("en").say(Message("feel.between"))


def test_an_unknown_language_speaks_english() -> None:
    assert pack("fr") is pack("fr")
    assert pack("fr").language == "en"


@pytest.mark.parametrize(
    ("kind", "value", "en", "de", "vi"),
    [
        ("rate", 205.2, "205", "205", "205"),
        ("rate", 2.64, "2.6", "2,6", "2,6"),
        ("rate", 0.052, "0.05", "0,05", "0,05"),
        ("rate", 1234.0, "1,230", "1.230", "1.230"),
        ("rate", 0, "0.0", "0,0", "0,0"),
        ("range", Interval(37.9, 45.0, 51.8), "38–52", "38–52", "38–52"),
        ("range", Interval(1.9, 2.6, 3.64), "1.9–3.6", "1,9–3,6", "1,9–3,6"),
        ("range", Interval(7.0, 7.0, 7.0), "7.0", "7,0", "7,0"),
        ("gb", 19.76e9, "19.8 GB", "19,8 GB", "19,8 GB"),
        ("gb", 0.131e9, "131 MB", "131 MB", "131 MB"),
        ("gb", 0.04e9, "40 MB", "40 MB", "40 MB"),
        ("gb", 1_010e9, "1,010 GB", "1.010 GB", "1.010 GB"),
        ("gbps", 1008e9, "1,008 GB/s", "1.008 GB/s", "1.008 GB/s"),
        ("tokens", 65_536, "64k", "64k", "64k"),
        ("tokens", 200_000, "200k", "200k", "200k"),
        ("tokens", 1_048_576, "1M", "1M", "1M"),
        ("tokens", 12_032, "11.7k", "11,7k", "11,7k"),
        ("tokens", 50_541, "50.5k", "50,5k", "50,5k"),
        ("tokens", 3_440, "3,440", "3.440", "3.440"),
        ("bits", 4.85, "4.85", "4,85", "4,85"),
        ("bits", 7.0, "7", "7", "7"),
        ("percent", 0.59, "59 %", "59 %", "59%"),
        ("factor", 1.07, "1.07×", "1,07×", "1,07×"),
        ("factor", 2.0, "2×", "2×", "2×"),
        ("factor", 12.4, "12×", "12×", "12×"),
        ("seconds", 3.24, "3.2 s", "3,2 s", "3,2 giây"),
        ("seconds", 240.0, "4 min", "4 min", "4 phút"),
        ("seconds", 9_000.0, "2.5 h", "2,5 h", "2,5 giờ"),
        ("seconds", 0.04, "40 ms", "40 ms", "40 ms"),
        ("seconds", 400_000.0, "5 days", "5 Tage", "5 ngày"),
        ("secrange", Interval(2.0, 3.0, 4.1), "2.0–4.1 s", "2,0–4,1 s", "2,0–4,1 giây"),
        (
            "secrange",
            Interval(40, 60, 130),
            "40 s – 2.2 min",
            "40 s – 2,2 min",
            "40 giây – 2,2 phút",
        ),
        ("secrange", Interval(4.0, 4.0, 4.0), "4.0 s", "4,0 s", "4,0 giây"),
        ("params", 8.03e9, "8.0B", "8,0B", "8,0B"),
        ("params", 671e9, "671B", "671B", "671B"),
        ("params", 1.04e12, "1.04T", "1,04T", "1,04T"),
        ("params", 137e6, "137M", "137M", "137M"),
        ("int", 1_234, "1,234", "1.234", "1.234"),
        ("name", "RTX 4090", "RTX 4090", "RTX 4090", "RTX 4090"),
    ],
)
def test_numbers_look_as_each_language_writes_them(kind, value, en, de, vi) -> None:
    written = [pack(language).number(kind, value) for language in ("en", "de", "vi")]
    assert written == [en, de, vi]


def test_chat_commands_keep_within_what_the_platforms_allow() -> None:
    for language in ("en", "de", "vi"):
        for code, text in phrases(language, "chat").items():
            if code.startswith(("chat.command.", "chat.argument.")):
                if code.endswith(".name") and "check" not in code:
                    assert text == text.lower(), code
                    assert " " not in text, code
                    assert len(text) <= 32, code
                else:
                    assert len(text) <= 100, code
            if code.startswith("chat.button."):
                assert len(text) <= 75, code
            if code == "chat.modal.title":
                assert len(text) <= 24, (language, text)
