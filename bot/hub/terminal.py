"""The hub and local files for the terminal, where a person waits and one question is asked."""

from __future__ import annotations

import os
from collections.abc import Mapping

from bot.hub.address import HUGGING_FACE, Base, base_of
from bot.hub.errors import HubError
from bot.hub.found import Found, ask, excused, found_in
from bot.hub.link import Reference, reference_in
from bot.hub.owners import owners_of
from catalog.load import Catalog
from catalog.overlay import SPELLED
from core.advisor import Advisor
from core.answer import Answer
from core.errors import QuestionTooLongError
from core.question import Question

OFF = ("", "off", "0", "no", "false")


def setting() -> str | None:
    """Return the hub to ask: the usual one unless HOWFAST_HUB names another or says "off"."""
    said = os.environ.get("HOWFAST_HUB", HUGGING_FACE).strip()
    return None if said.lower() in OFF else said


def answer_with_hub(
    text: str, around: Mapping[str, object], catalog: Catalog
) -> tuple[Answer, Catalog] | None:
    """Return the answer to a question that names a repository, and the catalog it is from.

    None where no repository is named or none may be read.
    """
    said = setting()
    if said is None:
        return None
    try:
        question = Question.of(text, **around)
    except QuestionTooLongError:
        return None
    one = reference_in(question.text, owners_of(catalog))
    if one is None:
        return None
    try:
        read = found(one, base_of(said), catalog)
    except HubError as why:
        return excused(Advisor(catalog).ask(question), one, why), catalog
    return ask(read, question, one), read.catalog


def answer_with_file(
    path: str, text: str, around: Mapping[str, object], catalog: Catalog
) -> tuple[Answer, Catalog]:
    """Return the answer about the model file at `path`, and its catalog; see `local_file`."""
    from bot.hub.local import local_file  # noqa: PLC0415

    read = local_file(path, catalog)
    question = Question.of(f"{SPELLED} {text}", **around)
    return ask(read, question, Reference("file", "", None, 0, len(SPELLED))), read.catalog


def found(one: Reference, base: Base, catalog: Catalog) -> Found:
    """Return the model of a repository, read before or now.

    Raises
    ------
    HubError
        If it cannot be read.
    """
    from bot.hub.keep import keep, kept  # noqa: PLC0415

    raw, is_fresh = kept(one, base.url)
    if raw is None or not is_fresh:
        import asyncio  # noqa: PLC0415  (with aiohttp 300 ms, and few questions have a link)

        from bot.hub.visit import visit  # noqa: PLC0415

        raw = asyncio.run(visit(base, one, raw))
        keep(one, base.url, raw)
    return found_in(raw, one, catalog)
