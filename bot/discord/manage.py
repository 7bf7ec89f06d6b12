"""What those who manage a server can choose."""

import discord
from discord import app_commands

from bot.discord.deliveries import tenant_id_of
from bot.discord.desk import Interaction, desk_of
from bot.discord.translate import arguments, choice, named

READER = "reader"


@app_commands.command(**named("settings"))
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
@app_commands.choices(
    language=[
        choice("language.reader", READER),
        choice("language.en", "en"),
        choice("language.de", "de"),
        choice("language.vi", "vi"),
    ],
    place=[choice("place.channel", "channel"), choice("place.thread", "thread")],
)
@arguments(
    language="language",
    place="place",
    allow="allow",
    disallow="disallow",
    private="private",
    share="share",
)
async def settings(
    interaction: Interaction,
    language: app_commands.Choice[str] | None = None,
    place: app_commands.Choice[str] | None = None,
    allow: discord.TextChannel | discord.ForumChannel | discord.Thread | None = None,
    disallow: discord.TextChannel | discord.ForumChannel | discord.Thread | None = None,
    private: bool | None = None,  # noqa: FBT001  (Discord calls it)
    share: bool | None = None,  # noqa: FBT001
) -> None:
    """Change what was given, and show how things stand."""
    desk = desk_of(interaction)
    changes: dict[str, object] = {}
    if language is not None:
        changes["language"] = None if language.value == READER else language.value
    if place is not None:
        changes["place"] = place.value
    if private is not None:
        changes["ephemeral"] = private
    if share is not None:
        changes["share_measurements"] = share
    if allow is not None or disallow is not None:
        kept = (await desk.settings(tenant_id_of(interaction))).allowed_channels
        changes["allowed_channels"] = _channels(kept, allow, disallow)
    await desk.configure(interaction, changes)


def _channels(
    kept: tuple[str, ...],
    allow: discord.abc.Snowflake | None,
    disallow: discord.abc.Snowflake | None,
) -> tuple[str, ...]:
    more = (str(allow.id),) if allow is not None else ()
    less = str(disallow.id) if disallow is not None else ""
    return tuple(one for one in dict.fromkeys((*kept, *more)) if one != less)
