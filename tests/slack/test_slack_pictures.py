"""Pictures, where Slack can fetch them from us; and answers that do without."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.settings import Settings, SettingsError
from bot.store import Store
from tests.fakes.slack import FakeSlack, until
from tests.fakes.slack_payloads import click, command, direct, find, texts
from tests.fakes.slack_scene import Scene, free_port, http_environment, scene


@pytest.fixture
async def public(sqlite_store: Store, slack: FakeSlack) -> AsyncIterator[Scene]:
    port = free_port()
    here = {"HOWFAST_SLACK_PUBLIC": f"http://127.0.0.1:{port}"}
    async with scene(sqlite_store, slack, http_environment(slack, port, **here)) as one:
        yield one


async def _chart(scene: Scene, asked: str) -> list[dict[str, Any]]:
    await scene.send.form(command(asked, scene.respond()))
    blocks = (await scene.answer())["blocks"]
    await scene.send.interactive(click(find(blocks, "chart"), scene.respond()))
    found: list[dict[str, Any]] = (await scene.answer())["blocks"]
    return found


@pytest.mark.parametrize(
    "asked",
    ["qwen3 32b Q4_K_M on a 4090 at 16k?", "3090 or two 3060s for qwen3 14b q4?"],
)
async def test_a_chart_is_a_picture_with_words_for_it(public: Scene, asked: str):
    picture = (await _chart(public, asked))[-1]
    assert picture["type"] == "image"
    assert "tokens per second" in picture["alt_text"]
    async with public.session.get(picture["image_url"]) as page:
        assert page.status == 200
        assert page.content_type == "image/png"
        assert (await page.read()).startswith(b"\x89PNG")
    async with public.session.get(picture["image_url"].replace("q4_k_m", "q8_0")) as page:
        assert page.status == 404


async def test_a_feel_is_an_animation(public: Scene):
    await public.send.event(direct("feel 40 tok/s"))
    picture = (await public.post())["blocks"][-1]
    async with public.session.get(picture["image_url"]) as page:
        assert page.content_type == "image/gif"


async def test_a_picture_that_slack_cannot_fetch_is_left_out(public: Scene):
    refused = {"ok": False, "error": "invalid_blocks"}
    public.slack.failures.append(("chat.postMessage", 200, refused, {}))
    await public.send.event(direct("feel 12 tok/s"))
    await until(lambda: public.slack.posts)
    (post,) = public.slack.posts
    assert all(one["type"] != "image" for one in post["blocks"])


async def test_without_a_public_address_a_chart_is_text(http: Scene):
    blocks = await _chart(http, "qwen3 32b Q4_K_M on a 4090 at 16k?")
    assert all(one["type"] == "section" for one in blocks)
    assert "█" in "\n".join(texts(blocks))
    async with http.session.get(f"{http.root}/slack/picture") as page:
        assert page.status == 404


def test_a_public_address_is_one(slack: FakeSlack):
    wrong = {"HOWFAST_SLACK_PUBLIC": "ftp://x"}
    with pytest.raises(SettingsError, match="SLACK_PUBLIC"):
        Settings.read(http_environment(slack, 1, **wrong))
