"""What those who manage a server can choose, and limits that are felt."""

from pathlib import Path

import discord

from bot.discord.guard import MOST, Guard
from bot.incoming import tenant
from bot.limits import Limits, Rate
from bot.metrics import Metrics
from bot.store import TenantSettings
from tests.fakes.discord_scene import WIDE, Scene, scene

CLEAR = "llama 3.1 8b q4_k_m on a 3090"


async def chosen(on: Scene) -> TenantSettings:
    return await on.service.store.settings.get(tenant("discord", str(on.guild.id)))


async def manager(on: Scene):
    role = on.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    return on.guild.add_member(on.env.create_user("olga"), roles=[role])


async def test_a_manager_changes_one_setting_at_a_time_and_sees_all(on: Scene):
    olga = await manager(on)
    shown = await olga.slash(on.channel, "settings")
    assert shown.ephemeral
    assert "language" in shown.response.embeds[0].title
    await olga.slash(on.channel, "settings", language="de", place="thread")
    await olga.slash(on.channel, "settings", private=True, share=True)
    assert await chosen(on) == TenantSettings("de", "thread", (), True, True)
    await olga.slash(on.channel, "settings", language="reader")
    assert (await chosen(on)).language is None


async def test_channels_are_allowed_and_taken_back_one_by_one(on: Scene):
    olga = await manager(on)
    other = on.guild.create_text_channel("talk")
    await olga.slash(on.channel, "settings", allow=on.channel)
    await olga.slash(on.channel, "settings", allow=other)
    assert (await chosen(on)).allowed_channels == (str(on.channel.id), str(other.id))
    await olga.slash(on.channel, "settings", disallow=on.channel)
    assert (await chosen(on)).allowed_channels == (str(other.id),)


async def test_too_many_commands_are_refused_with_a_word_and_none_is_left_hanging(tmp_path: Path):
    clock = [0.0]
    narrow = Limits(lambda: clock[0], user=Rate(2, 10.0), channel=WIDE, tenant=WIDE, everybody=WIDE)
    async with scene(tmp_path, limits=narrow) as on:
        said = []
        for _ in range(5):
            result = await on.alice.slash(on.channel, "howfast", question=CLEAR)
            assert result.acknowledged
            page = result.response
            said.append(page.embeds[0].title if page.embeds else page.content)
        assert [text.startswith("Fits") for text in said] == [True, True, False, False, False]
        assert all("a lot at once" in text for text in said[2:])


async def test_a_command_while_the_process_stops_is_told_so(on: Scene):
    await on.service.handler.drain(1)
    result = await on.alice.slash(on.channel, "howfast", question=CLEAR)
    assert result.ephemeral
    assert "restarting" in result.response.content


async def test_after_a_thousand_refusals_nothing_more_is_posted_until_ten_minutes_are_over():
    now = [0.0]
    guard = Guard(Metrics(), lambda: now[0])
    for n in range(MOST):
        assert not guard.closed
        now[0] = n * 0.1
        guard._times.append(now[0])
    assert guard.closed
    now[0] += 601
    assert not guard.closed
