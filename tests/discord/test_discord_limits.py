"""Walks: everything that is sent is within Discord's limits, pings nobody, and is escaped."""

import random
import re
import string
import unicodedata
from dataclasses import replace as replaced
from itertools import cycle
from typing import Any

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.discord.choices import menus
from bot.discord.controls import OPTIONS, view
from bot.discord.embed import ALTOGETHER, DESCRIPTION, FIELD_VALUE, FOOTER, TITLE, embed, listed
from bot.discord.ids import MOST, Action, ControlId, Keys, asker_of
from bot.discord.text import escaped, escaped_within, words_of
from bot.discord.translate import LOCALES
from catalog.load import load_catalog
from catalog.record import replace
from core.advisor import Advisor
from core.answer import AdviceText, Answer, CauseText, ClarifyText, Fact, Remark, Table
from core.language.pack import LANGUAGES, pack
from core.query import DeviceUse, Query
from core.reading import Intent
from tests.fakes.discord_scene import Scene

CATALOG = load_catalog()
ADVISOR = Advisor(CATALOG)
KEYS = Keys(CATALOG)
QUESTIONS = (
    "32B Q4 on a 4090 at 64k context?",
    "3090 vs 4090 vs 5090 vs 3060 12gb vs m4 max for qwen3 32b q4",
    "best quant for qwen3 32b on a 3090",
    "which model for 16 GB VRAM and coding?",
    "what card for llama 3.3 70b q4?",
    "only 9 tok/s on my 3080 with an 8B Q4, why?",
    "deepseek r1 671b q4 on 8x h100",
    "qwen3 30b a3b on a macbook m4 pro 48gb",
    "how long until the first token of 32k on a 3060 with qwen3 8b?",
    "20 users on a 4090 with qwen3 8b fp8",
    "why is decoding memory bound?",
    "what does 7 tok/s feel like?",
    "how fast is qwen3 32b?",
    "hello",
)


def check_page(page: discord.Embed) -> None:
    assert len(page) <= ALTOGETHER
    assert len(page.title or "") <= TITLE
    assert len(page.description or "") <= DESCRIPTION
    assert len(page.footer.text or "") <= FOOTER
    assert len(page.fields) <= 25
    for field in page.fields:
        assert 1 <= len(field.name or "") <= 256
        assert 1 <= len(field.value or "") <= FIELD_VALUE


def check_components(rows: list[Any]) -> None:
    assert len(rows) <= 5
    ids = [part["custom_id"] for row in rows for part in row["components"]]
    assert len(set(ids)) == len(ids)
    for row in rows:
        assert len(row["components"]) <= 5
        for part in row["components"]:
            assert len(part["custom_id"]) <= MOST
            control = ControlId.of(part["custom_id"])
            assert control is not None
            assert control.text == part["custom_id"]
            assert len(part.get("label", "")) <= 80
            values = [one["value"] for one in part.get("options", ())]
            assert len(values) == len(set(values)) <= OPTIONS
            for one in part.get("options", ()):
                assert 1 <= len(one["label"]) <= 100
                assert 1 <= len(one["value"]) <= 100
                assert len(one.get("description") or "") <= 100


def test_every_custom_id_of_every_model_on_every_device_comes_back():
    asker = asker_of(2**63)
    for model in CATALOG.models:
        for device in CATALOG.devices:
            key = f"{model}:ud-iq3_xxs@{device}*8#262144"
            short = KEYS.shorten(key)
            assert short is not None, key
            control = ControlId(Action.QUANT, "vi", asker, (short,))
            assert len(control.text) <= MOST
            assert ControlId.of(control.text) == control
            assert KEYS.expand(short) == key


def test_every_name_stands_in_a_key():
    assert len(CATALOG.models) <= len(CATALOG.devices)
    for model, device in zip(cycle(CATALOG.models), CATALOG.devices, strict=False):
        query = Query(model, "q4_k_m", devices=(DeviceUse(device),), context_tokens=8_192)
        short = KEYS.shorten(query.key)
        assert short is not None, query
        assert Query.from_key(KEYS.expand(short)) == query


def test_five_sides_with_long_names_share_one_custom_id():
    names = sorted(CATALOG.models, key=len)[-5:]
    devices = sorted(CATALOG.devices, key=len)[-5:]
    queries = [Query(m, devices=(DeviceUse(d),)) for m, d in zip(names, devices, strict=True)]
    short = KEYS.shorten_all(query.key for query in queries)
    assert len(short) == 5
    assert [Query.from_key(KEYS.expand(one)) for one in short] == queries


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", QUESTIONS)
async def test_the_answers_of_the_core_fit(question: str, language: str):
    answer = ADVISOR.ask_text(question, language=language)
    check_page(embed(answer, quote=question))
    if answer.key:
        short = KEYS.shorten(answer.key)
        control = ControlId(Action.MATH, language, "abcd", (short,) if short else ())
        found = menus(answer, ADVISOR, KEYS)
        shown = view(control, found, ())
        check_components(shown.to_components() if shown else [])


def longest(length: int = 400) -> Answer:
    """Return an answer in which everything is as long and as many as can be."""
    name = "Super_Model *Deluxe* " * 2
    text = ("x_y*z " * 100)[:length]
    return Answer(
        question=text,
        language="de",
        intent=Intent.COMPARE,
        status="answered",
        headline=text,
        subject=text,
        facts=tuple(Fact(f"f{n}", "Label", text) for n in range(6)),
        paragraphs=(text,) * 10,
        table=Table(("Setup",) * 8, ((name, *[text[:60]] * 7),) * 30, (None,) * 30),
        warnings=(Remark("w", text),) * 30,
        advice=(AdviceText("a", text),) * 10,
        causes=(CauseText("c", text, text, text),) * 10,
        assumed_lines=(text,) * 10,
        notes=(text,) * 10,
        source_line=text,
        clarify=ClarifyText("device", text, (text,) * 40),
        text=text,
    )


@pytest.mark.parametrize("length", [1, 60, 256, 400, 590])
def test_the_longest_answer_is_cut_with_a_word_that_says_so(length: int):
    page = embed(longest(length), quote="q" * 4_000)
    check_page(page)
    if length > 100:
        assert pack("de")("chat.more") in (page.footer.text or "")


def test_arithmetic_of_any_length_fits_one_page():
    check_page(listed("The math", ["bandwidth ÷ 19.8 GB = 51 tok/s *_` " * 60] * 200))


@given(st.text(max_size=600), st.integers(4, 300))
@settings(max_examples=300, deadline=None)
def test_escaped_text_is_cut_between_escapes_and_never_too_long(text: str, most: int):
    shown = escaped_within(text, most)
    assert len(shown) <= most
    kept = shown.removesuffix("…")
    slashes = len(kept) - len(kept.rstrip("\\"))
    assert slashes % 2 == 0
    assert "@everyone" not in shown
    assert "<@" not in shown


def test_escaping_is_linear():
    for hostile in ("*" * 4_000, "_*" * 2_000, "[](" * 1_300, "`" * 4_000, "<@1>" * 1_000):
        assert len(escaped(hostile)) <= 8_000


@pytest.mark.parametrize(
    "text", ["- a", "+ a", "# a", "> a", ">>> a", "-# a", "||a||", "https://a.b", "@here"]
)
def test_no_markup_of_a_stranger_is_shown_as_markup(text: str):
    assert escaped(text).startswith(("\\", "https\\:", "-\\#"))


def test_words_lose_discords_markup_and_keep_the_rest():
    assert words_of("<@123> 8b <:x:12> on <#5> a 3090 @everyone") == "8b   on   a 3090"


async def test_nothing_that_is_sent_pings_or_exceeds_anything(on: Scene):
    evil = f"{on.me} @everyone <@1> **qwen3 8b** on a [3090](https://evil.example) ~~x~~ `y`?"
    for text in (evil, *(f"{on.me} {question}" for question in QUESTIONS)):
        await on.alice.send(on.channel, text)
        await on.alice.slash(on.channel, "howfast", question=text)
    seen = 0
    for call in on.env.http_requests:
        body = call.json
        data = body.get("data", body) if isinstance(body, dict) else None
        if not isinstance(data, dict) or not data.get("embeds"):
            continue
        seen += 1
        assert data["allowed_mentions"]["parse"] == []
        for one in data["embeds"]:
            page = discord.Embed.from_dict(one)
            check_page(page)
            shown = [page.title, page.description, *(field.value for field in page.fields)]
            for part in shown:
                assert not re.search(r"(?<!\\)\]\(", part or "")
                assert "<@1>" not in (part or "")
                assert "~~x" not in (part or "")
        check_components(data.get("components", []))
    assert seen >= 2 * len(QUESTIONS)


async def test_every_command_is_said_in_every_locale(on: Scene):
    body: list[Any] = on.commands()
    assert len(body) == 11
    for locale in map(str, LOCALES):
        names = [one["name_localizations"][locale] for one in body]
        assert len(set(names)) == len(names)
        assert all(name == unicodedata.normalize("NFC", name) for name in names)
    for command in body:
        assert set(command["name_localizations"]) == {str(one) for one in LOCALES}
        for name in (command["name"], *command["name_localizations"].values()):
            assert 1 <= len(name) <= 32
            assert command["type"] == 3 or name == name.lower()
            assert command["type"] == 3 or re.fullmatch(r"[-\w]{1,32}", name)
        guild_only = command["name"] == "settings"
        assert command["contexts"] == ([0] if guild_only else [0, 1, 2])
        assert command["integration_types"] == ([0] if guild_only else [0, 1])
        needs = command.get("default_member_permissions")
        assert str(needs) == ("32" if guild_only else "None")
        for part in (*([command] if command["type"] == 1 else []), *command.get("options", ())):
            assert set(part["description_localizations"]) == {str(one) for one in LOCALES}
            for text in (part["description"], *part["description_localizations"].values()):
                assert 1 <= len(text) <= 100
        for option in command.get("options", ()):
            assert set(option["name_localizations"]) == {str(one) for one in LOCALES}
            for choice in option.get("choices", ()):
                assert set(choice["name_localizations"]) == {str(one) for one in LOCALES}


@pytest.mark.parametrize("kind", ["model", "device", "quant"])
async def test_autocomplete_never_offers_more_than_discord_takes(on: Scene, kind: str):
    rng = random.Random(7)
    for _ in range(15):
        typed = "".join(
            rng.choices(string.ascii_lowercase + string.digits + " ", k=rng.randint(0, 30))
        )
        found = await on.alice.autocomplete(on.channel, "fit", kind, typed)
        assert len(found) <= 25
        assert all(1 <= len(one["name"]) <= 100 for one in found)


async def test_autocomplete_completes_the_last_words_of_a_question(on: Scene):
    found = await on.alice.autocomplete(on.channel, "howfast", "question", "how fast is qwen3 32")
    names = [one["value"] for one in found]
    assert names[:2] == ["how fast is qwen3 32", "how fast is Qwen3 32B"]
    on_card = await on.alice.autocomplete(on.channel, "howfast", "question", "gemma 3 27b on a 30")
    assert on_card[1]["value"] == "gemma 3 27b on a GeForce RTX 3090"
    counted = await on.alice.autocomplete(on.channel, "fit", "device", "2x 309")
    assert counted[0]["value"] == "2x GeForce RTX 3090"
    empty = await on.alice.autocomplete(on.channel, "howfast", "question", "")
    assert empty


def test_a_key_that_says_too_much_has_no_controls_rather_than_broken_ones():
    answer = ADVISOR.ask_text("llama 3.1 8b q4_k_m on a 3090")
    assert answer.estimate is not None
    odd = replace(answer.estimate.query, devices=(DeviceUse("x" * 90),))
    assert KEYS.shorten(odd.key) is None
    stripped = replace(answer, resolved=None, estimate=replace(answer.estimate, query=odd))
    assert menus(stripped, ADVISOR, KEYS) == ()
    assert replaced(ControlId(Action.MATH, "en", "abcd"), keys=()).text == "hf:meabcd:"
