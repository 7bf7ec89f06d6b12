"""What simcord leaves out, over real sockets: locales, installs, 429, RESUME, shards."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import FrontEndError
from bot.discord.client import DiscordFrontEnd
from bot.discord.ids import Action, ControlId, asker_of
from bot.secret import Secret
from bot.settings import DiscordSettings
from bot.store import TenantSettings
from core.answer import Answer
from core.question import Question
from tests.fakes import discord_payloads as payloads
from tests.fakes.discord_loopback import Fail, FakeDiscord, refused
from tests.fakes.discord_scene import service_of

CLEAR = "llama 3.1 8b q4_k_m on a 3090"
GROUP: dict[str, Any] = {"in_guild": False, "context": 2, "owners": {"1": str(payloads.USER_ID)}}


@asynccontextmanager
async def running(
    folder: Path | str, fake: FakeDiscord, **shards: Any
) -> AsyncIterator[DiscordFrontEnd]:
    """Yield the front end, connected to `fake`, which begins and ends with it."""
    await fake.start()
    async with beside(folder, fake, **shards) as front:
        yield front
    await fake.stop()


@asynccontextmanager
async def beside(
    folder: Path | str, fake: FakeDiscord, **shards: Any
) -> AsyncIterator[DiscordFrontEnd]:
    """Yield a front end, connected to `fake`."""
    settings = DiscordSettings(Secret(payloads.TOKEN), fake.api, fake.gateway, **shards)
    service = await service_of(folder)
    front = DiscordFrontEnd(service, settings)
    task = asyncio.create_task(front.run())
    try:
        await fake.until(lambda: front.connected or task.done(), 15)
        yield front
    finally:
        await front.pause()
        await front.close()
        with suppress(FrontEndError, TimeoutError):
            await asyncio.wait_for(task, 3)
        await service.handler.drain(1)
        await service.store.close()


@pytest.fixture(autouse=True)
def _restored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


async def until(read: Callable[[], Awaitable[object]], wanted: object) -> None:
    """Return when `read` gives what is wanted."""
    async with asyncio.timeout(5):
        while await read() != wanted:  # noqa: ASYNC110  (a database says nothing by itself)
            await asyncio.sleep(0.02)


def slash(name: str, **options: str) -> dict[str, Any]:
    kinds = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
    return {"id": "1", "name": name, "type": 1, "options": kinds}


async def test_a_mention_is_answered_over_sockets_with_no_privileged_intent(tmp_path: Path):
    fake = FakeDiscord()
    async with running(tmp_path, fake):
        asked = await fake.message(CLEAR)
        await fake.until(fake.posts)
        (post,) = fake.posts()
        assert post.body["allowed_mentions"]["parse"] == []
        assert post.body["message_reference"]["message_id"] == int(asked)
        assert (post.body["nonce"], post.body["enforce_nonce"]) == (asked, True)
        assert post.body["embeds"][0]["title"].startswith("Fits")
        assert [one[2] for one in fake.identifies] == [4609]


@pytest.mark.parametrize(
    ("locale", "said"), [("de", "Tempo"), ("vi", "Tốc độ"), ("en-GB", "Speed"), ("fr", "Speed")]
)
async def test_typed_commands_are_answered_in_the_readers_language(
    tmp_path: Path, locale: str, said: str
):
    fake = FakeDiscord()
    async with running(tmp_path, fake):
        data = slash("fit", model="Qwen3 8B", device="RTX 3090")
        response, _ = await fake.interact(2, data, locale=locale, **GROUP)
        assert f"**{said}**" in response["data"]["embeds"][0]["description"]


async def test_the_words_language_comes_before_the_readers(tmp_path: Path):
    fake = FakeDiscord()
    async with running(tmp_path, fake):
        data = slash("howfast", question="Wie schnell läuft Qwen3 8B auf meiner RTX 3090?")
        response, _ = await fake.interact(2, data, locale="vi")
        assert "**Tempo**" in response["data"]["embeds"][0]["description"]


async def test_a_personal_install_in_a_group_keeps_nothing_under_a_foreign_server(tmp_path: Path):
    fake = FakeDiscord()
    mine = {"owners": {"1": str(payloads.USER_ID)}}
    async with running(tmp_path, fake) as front:
        for around in (GROUP, mine):
            data = slash("rig", hardware="4090")
            response, _ = await fake.interact(2, data, **around)
            assert response["data"]["flags"] == 64
        known = await front.client.store.housekeeping.tenants("discord")
        assert known == (f"discord:dm-{payloads.USER_ID}",)


async def test_autocomplete_answers_in_under_five_milliseconds(tmp_path: Path):
    fake = FakeDiscord()
    async with running(tmp_path, fake):
        times = []
        for typed in ("qwen3 3", "how fast is gem", "l", "llama 3.1 8b on a 40", "xq zz 9"):
            focused = {"name": "question", "type": 3, "value": typed, "focused": True}
            data = {"id": "1", "name": "howfast", "type": 1, "options": [focused]}
            for _ in range(4):
                started = time.perf_counter()
                response, _ = await fake.interact(4, data)
                times.append(time.perf_counter() - started)
                assert response["type"] == 8
                assert len(response["data"]["choices"]) <= 25
        assert sorted(times)[len(times) // 2] < 0.010  # sockets both ways included


async def test_what_takes_long_is_deferred_first_and_answered_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    fake = FakeDiscord()
    async with running(tmp_path, fake) as front:
        advisor, ask = front.client.desk.advisor, front.client.desk.advisor.ask

        def slowly(question: Question) -> Answer:
            time.sleep(1.3)
            return ask(question)

        monkeypatch.setattr(advisor, "ask", slowly)
        response, token = await fake.interact(2, slash("howfast", question=CLEAR))
        assert response["type"] == 5
        await fake.until(lambda: fake.edits(token))
        assert fake.edits(token)[0].body["embeds"][0]["title"].startswith("Fits")


async def test_what_takes_too_long_is_answered_with_a_word_within_three_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    fake = FakeDiscord()
    async with running(tmp_path, fake) as front:
        handler = front.client.handler
        monkeypatch.setattr(handler, "_time_s", 0.2)
        monkeypatch.setattr(handler, "_wait_s", 0.2)
        monkeypatch.setattr(handler.advisor, "ask", lambda _: time.sleep(0.8))
        response, token = await fake.interact(2, slash("howfast", question=CLEAR))
        assert response["type"] == 5
        await fake.until(lambda: fake.edits(token))
        assert "too long" in fake.edits(token)[0].body["embeds"][0]["title"]


async def test_a_control_of_a_message_never_seen_works(tmp_path: Path):
    fake = FakeDiscord()
    key = ("llama-3.1-8b:q4_k_m@geforce-rtx-3090",)
    control = ControlId(Action.QUANT, "de", asker_of(payloads.USER_ID), key)
    async with running(tmp_path, fake):
        of = payloads.message("5", "", author=payloads.BOT)
        data = {"custom_id": control.text, "component_type": 3, "values": ["q8_0"]}
        response, _ = await fake.interact(3, data, of=of)
        assert response["type"] == 7
        assert "Q8\\_0" in response["data"]["embeds"][0]["description"]
        bob = {**payloads.ALICE, "id": "88"}
        response, _ = await fake.interact(3, data, of=of, user=bob, locale="en-US")
        assert response["type"] == 4
        assert response["data"]["flags"] == 64
        assert "**Speed**" in response["data"]["embeds"][0]["description"]


@pytest.mark.parametrize(
    "custom_id", ["hf:qeaaaa:!zzzzz@!yyyyy", "hf:qeaaaa:;;;", "hf:9eaaaa:x", "hf:", "hf:oeaaaa:!z"]
)
async def test_a_control_of_another_age_says_so(tmp_path: Path, custom_id: str):
    fake = FakeDiscord()
    async with running(tmp_path, fake):
        of = payloads.message("5", "", author=payloads.BOT)
        data = {"custom_id": custom_id, "component_type": 3, "values": ["q8_0"]}
        response, _ = await fake.interact(3, data, of=of)
        assert response["data"]["flags"] == 64


async def test_a_redelivered_message_is_answered_once(tmp_path: Path):
    fake = FakeDiscord()
    async with running(tmp_path, fake):
        one = payloads.message("77", f"<@{payloads.BOT_ID}> {CLEAR}")
        for _ in range(4):
            await fake.event("MESSAGE_CREATE", one)
        await fake.until(fake.posts)
        await asyncio.sleep(0.2)
        assert len(fake.posts()) == 1


async def test_a_429_is_waited_out_and_counted(tmp_path: Path):
    fake = FakeDiscord()
    async with running(tmp_path, fake) as front:
        fake.fails.append(Fail("POST", "/messages", *refused(0.3)))
        await fake.message(CLEAR)
        await fake.until(lambda: len(fake.posts()) == 2)
        first, second = fake.posts()
        assert 0.3 <= second.at - first.at < 2.3
        assert second.status == 200
        assert front.client.handler.metrics.value("discord_refused", status="429") == 1


async def test_a_dropped_connection_is_resumed_and_loses_nothing(tmp_path: Path):
    fake = FakeDiscord()
    async with running(tmp_path, fake) as front:
        started = time.monotonic()
        await fake.sockets[0][0].close(code=4000)
        await fake.until(lambda: fake.resumes, 5)
        assert time.monotonic() - started < 5
        assert fake.resumes[0]["session_id"] == "s0"
        await fake.until(lambda: front.connected)
        assert len(fake.identifies) == 1
        await fake.message(CLEAR)
        await fake.until(fake.posts)


@pytest.mark.nightly
async def test_after_ten_seconds_without_discord_it_is_back_within_thirty(tmp_path: Path):
    fake = FakeDiscord()
    async with running(tmp_path, fake) as front:
        fake.is_down = True
        await fake.sockets[0][0].close(code=1006)
        await fake.until(lambda: not front.connected, 5)
        await asyncio.sleep(10)
        fake.is_down = False
        await fake.until(lambda: front.connected, 30)
        await fake.message(CLEAR)
        await fake.until(fake.posts)


@pytest.mark.nightly
async def test_shards_of_one_bucket_start_five_seconds_apart(tmp_path: Path):
    fake = FakeDiscord(shards=2, max_concurrency=1)
    async with running(tmp_path, fake):
        first, second = (one[0] for one in fake.identifies)
        assert second - first >= 4.9


@pytest.mark.nightly
async def test_two_processes_on_postgresql_take_turns_at_identifying(postgresql_url: str):
    fake = FakeDiscord(shards=2)
    one = running(postgresql_url, fake, shard_ids=(0,), shard_count=2)
    async with one, beside(postgresql_url, fake, shard_ids=(1,), shard_count=2):
        (first, *_), (second, *_) = fake.identifies
        assert second - first >= 4.9


@pytest.mark.parametrize("code", [4004, 4010, 4013, 4014])
async def test_a_fatal_close_ends_with_one_line_that_says_what_to_do(tmp_path: Path, code: int):
    fake = FakeDiscord()
    fake.refuse_with = code
    await fake.start()
    service = await service_of(tmp_path)
    settings = DiscordSettings(Secret(payloads.TOKEN), fake.api, fake.gateway, None, 1)
    front = DiscordFrontEnd(service, settings)
    with pytest.raises(FrontEndError) as said:
        await asyncio.wait_for(front.run(), 5)
    assert str(said.value).startswith("Discord ")
    assert ";" in str(said.value)
    await front.close()
    await service.store.close()
    await fake.stop()


async def test_shards_start_together_where_discord_allows_it(tmp_path: Path):
    fake = FakeDiscord(shards=4, max_concurrency=4)
    started = time.monotonic()
    async with running(tmp_path, fake) as front:
        assert sorted(one[1] for one in fake.identifies) == [[n, 4] for n in range(4)]
        assert time.monotonic() - started < 4
        assert front.client.shard_count == 4


async def test_one_process_takes_only_its_share_of_the_shards(tmp_path: Path):
    fake = FakeDiscord(shards=4, max_concurrency=2)
    async with running(tmp_path, fake, shard_ids=(2, 3), shard_count=4):
        assert sorted(one[1] for one in fake.identifies) == [[2, 4], [3, 4]]


async def test_leaving_a_server_removes_its_rows(tmp_path: Path):
    fake = FakeDiscord()
    async with running(tmp_path, fake) as front:
        await fake.interact(2, slash("rig", hardware="4090"))
        housekeeping = front.client.store.housekeeping
        assert await housekeeping.tenants("discord")
        await fake.event("GUILD_DELETE", {"id": str(payloads.GUILD_ID)})
        await until(lambda: housekeeping.tenants("discord"), ())


async def test_a_server_left_while_away_is_removed_at_the_next_start(tmp_path: Path):
    service = await service_of(tmp_path)
    await service.store.settings.put("discord:4000000000000000001", TenantSettings("de"))
    await service.store.settings.put("discord:dm-7", TenantSettings("de"))
    ours = f"discord:{payloads.GUILD_ID}"
    await service.store.settings.put(ours, TenantSettings("de"))
    await service.handler.drain(0)
    await service.store.close()
    async with running(tmp_path, FakeDiscord()) as front:
        housekeeping = front.client.store.housekeeping
        await until(lambda: housekeeping.tenants("discord"), (ours, "discord:dm-7"))
