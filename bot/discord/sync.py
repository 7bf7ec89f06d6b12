"""`howfast discord --sync` and `--invite`: what is told to Discord once, by a person."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import Route

from bot.app import FrontEndError
from bot.discord.translate import Translator
from bot.settings import DiscordSettings

Tree = Callable[[Any], app_commands.CommandTree[Any]]

LOOKED_AT: Final = (
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "contexts",
    "integration_types",
    "options",
)
OPTION_PARTS: Final = (
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "required",
    "autocomplete",
    "choices",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "channel_types",
)


def permissions() -> discord.Permissions:
    """Return the least that answering needs."""
    return discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
    )


async def run(settings: DiscordSettings, arguments: Sequence[str], tree_of: Tree) -> int:
    """Do what `arguments` say; return the exit status."""
    if not arguments or not set(arguments) <= {"--sync", "--invite"}:
        sys.stderr.write("howfast: discord takes --sync or --invite\n")
        return 2
    client = discord.Client(intents=discord.Intents.none())
    tree = tree_of(client)
    try:
        await client.login(settings.token.reveal())
        if "--sync" in arguments:
            _say(await synchronised(client, tree))
        if "--invite" in arguments:
            _say([invite(client)])
    finally:
        await client.close()
    return 0


def invite(client: discord.Client) -> str:
    """Return the link that adds the app to a server."""
    if client.application_id is None:
        raise FrontEndError("Discord did not say which application this is")
    return discord.utils.oauth_url(
        client.application_id,
        permissions=permissions(),
        scopes=("bot", "applications.commands"),
    )


async def synchronised(client: discord.Client, tree: app_commands.CommandTree[Any]) -> list[str]:
    """Make Discord's commands ours; return what changed, a line each."""
    await tree.set_translator(Translator())
    application = client.application_id or 0
    there = await _there(client, application)
    ours = [
        await command.get_translated_payload(tree, Translator())
        for command in tree._get_all_commands(guild=None)  # noqa: SLF001  (no public way)
    ]
    lines = list(changes(there, ours))
    if lines:
        await client.http.bulk_upsert_global_commands(application, payload=ours)
    return [*lines, f"{len(ours)} commands, {len(lines)} changed"]


async def _there(client: discord.Client, application: int) -> list[Any]:
    """Return the commands that Discord has, with all their translations."""
    try:
        route = Route(
            "GET",
            "/applications/{application_id}/commands?with_localizations=true",
            application_id=application,
        )
        return list(await client.http.request(route))
    except discord.NotFound:
        return []


def changes(there: Iterable[Any], ours: Iterable[Any]) -> Iterable[str]:
    """Yield "+ name", "~ name: parts" or "- name" for what differs."""
    before = {_identity(one): one for one in there}
    after = {_identity(one): one for one in ours}
    for identity, one in after.items():
        if identity not in before:
            yield f"+ {one['name']}"
        elif parts := _unlike(before[identity], one):
            yield f"~ {one['name']}: {', '.join(parts)}"
    for identity in before.keys() - after.keys():
        yield f"- {before[identity]['name']}"


def _identity(one: Mapping[str, Any]) -> tuple[int, str]:
    return one.get("type", 1), one["name"]


def _unlike(there: Mapping[str, Any], ours: Mapping[str, Any]) -> list[str]:
    return [name for name in LOOKED_AT if _part(there, name) != _part(ours, name)]


def _part(one: Mapping[str, Any], name: str) -> Any:
    """Return a part of a command, None where it says nothing."""
    return _plain(one.get(name)) or None


def _plain(value: Any) -> Any:
    """Return `value` without what Discord adds or leaves out: empty, false, unordered."""
    if isinstance(value, Mapping):
        kept = {k: _plain(v) for k, v in value.items() if not _is_foreign(k, value)}
        return {k: v for k, v in kept.items() if v not in (None, "", False, [], {})}
    if isinstance(value, Sequence) and not isinstance(value, str):
        plain = [_plain(one) for one in value]
        return sorted(plain) if all(isinstance(one, int) for one in plain) else plain
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _is_foreign(name: str, value: Mapping[str, Any]) -> bool:
    return "type" in value and "name" in value and name not in OPTION_PARTS


def _say(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
