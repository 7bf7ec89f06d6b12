"""What can be asked of the service: a question, a key, the rig, a report, to be forgotten."""

import re
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from bot import measured
from bot.hardware import read_rig, rig_text, setup_text
from bot.hub.enrich import Hub, reference_behind
from bot.hub.errors import HubError
from bot.hub.found import Found
from bot.hub.link import Reference
from bot.incoming import Incoming
from bot.notices import language_of, notice, settings_notice
from bot.store import Measurement, RigTooLongError, Store, StoreUnavailableError, TenantSettings
from bot.thinking import AdvisorLike, Thinking
from core.answer import Answer
from core.errors import KeyFormatError, QuestionTooLongError
from core.language.pack import pack
from core.query import Query
from core.question import MAX_ATTACHMENT_CHARS, MAX_CHARS, Question, Rig

FIRST_LINE_CHARS: Final = 500
RIG_CHARS: Final = 200
HUB_S: Final = 1.2
"""How long a repository is waited for [s] before the answer goes out without it."""

RATE: Final = re.compile(r"~?(\d{1,6}(?:[.,]\d{1,3})?) {0,3}(?:t/s|tok/s|tokens?/s|tps)?", re.ASCII)
FORGET: Final = frozenset({"forget", "clear", "delete", "reset", "vergessen", "quên"})
SHOW: Final = frozenset({"", "show", "zeigen", "xem"})

T = TypeVar("T")


class Acts:
    """The acts; each returns the answer to be sent."""

    def __init__(
        self, advisor: AdvisorLike, store: Store, thinking: Thinking, hub: Hub | None = None
    ) -> None:
        self._advisor = advisor
        self._store = store
        self._thinking = thinking
        self._hub = hub

    async def ask(self, incoming: Incoming, *, hub_s: float = HUB_S) -> Answer:
        """Return the answer to the question, with what others measured of the like.

        A repository that it names is waited for `hub_s` [s] at most.
        """
        language = await self._fallback(incoming)
        rig = await _or(None, self._store.rigs.get(incoming.tenant, incoming.user_id))
        read = await self._read(incoming, hub_s)
        answer = await self._thinking.of(lambda: self._answer(incoming, language, rig, read))
        return await self._with_reports(incoming, answer)

    def is_reading(self, incoming: Incoming) -> bool:
        """Return whether a repository that the question names is still being read."""
        one = self._named(incoming)
        return one is not None and self._hub is not None and self._hub.ready(one) is None

    async def show(self, incoming: Incoming, key: str) -> Answer:
        """Return the answer to the configuration of `key`."""
        language = incoming.language or await self._fallback(incoming)
        if self._hub is not None and (one := reference_behind(key)):
            await self._hub.within(one, HUB_S)
        answer = await self._thinking.of(lambda: self._advisor.answer_key(key, language=language))
        return await self._with_reports(incoming, answer)

    async def rig(self, incoming: Incoming) -> Answer:
        """Show, forget or set the person's rig."""
        language = incoming.language or await self._fallback(incoming)
        words = incoming.text.strip()
        try:
            if words.lower() in SHOW:
                return await self._show_rig(incoming, language)
            if words.lower() in FORGET:
                await self._store.rigs.forget(incoming.tenant, incoming.user_id)
                return notice("chat.rig.forgotten", language)
            return await self._set_rig(incoming, words, language)
        except StoreUnavailableError:
            return notice("chat.unavailable", language, status="error")

    async def report(self, incoming: Incoming, rate: str | float) -> Answer:
        """Keep a measured speed that can be true, and ask about one that cannot."""
        language = incoming.language or await self._fallback(incoming)
        tok_per_s = speed(rate)
        if tok_per_s is None:
            return notice("chat.report.rate", language, status="clarify")
        query = await self._thinking.of(lambda: self._reported_on(incoming, language))
        if query is None:
            return notice("chat.report.which", language, status="clarify")
        return await self._judged(incoming, query, tok_per_s, language)

    async def configure(self, incoming: Incoming, changes: Mapping[str, object]) -> Answer:
        """Change the tenant's settings by the names of `TenantSettings`, and show them."""
        language = incoming.language or await self._fallback(incoming)
        try:
            chosen = await self._store.settings.get(incoming.tenant)
            if changes:
                chosen = replace(chosen, **changes)  # type: ignore[arg-type]
                await self._store.settings.put(incoming.tenant, chosen)
        except StoreUnavailableError:
            return notice("chat.unavailable", language, status="error")
        return settings_notice(chosen, language)

    async def forget(self, incoming: Incoming) -> Answer:
        """Delete what is kept about the person, on the whole platform where ids are global."""
        language = incoming.language or await self._fallback(incoming)
        try:
            count = await self._store.forget_person(
                incoming.tenant, incoming.user_id, everywhere=incoming.user_is_global
            )
        except StoreUnavailableError:
            return notice("chat.unavailable", language, status="error")
        return notice("chat.forget.done" if count else "chat.forget.nothing", language)

    def _named(self, incoming: Incoming) -> Reference | None:
        """Return the repository that the question, or the answer before it, is about."""
        if self._hub is None:
            return None
        return self._hub.named(incoming.text, incoming.previous_key)

    async def _read(self, incoming: Incoming, seconds: float) -> Found | HubError | None:
        one = self._named(incoming)
        return await self._hub.within(one, seconds) if one and self._hub else None

    def _answer(
        self,
        incoming: Incoming,
        language: str,
        rig: Rig | None,
        read: Found | HubError | None = None,
    ) -> Answer:
        text, attachment = split_paste(incoming.text, incoming.attachment)
        around = {
            "attachment": attachment[:MAX_ATTACHMENT_CHARS],
            "earlier": incoming.earlier,
            "previous_key": incoming.previous_key,
            "language": incoming.language,
            "fallback_language": language,
            "rig": rig,
        }
        try:
            question = Question.of(text, **around)
            if self._hub is None:
                return self._advisor.ask(question)
            return self._hub.told(question, read, self._advisor.ask)
        except QuestionTooLongError:
            return notice("error.too_long", language, status="error", limit=MAX_CHARS)

    async def _fallback(self, incoming: Incoming) -> str:
        """Return the language for words that do not tell: the reader's, else the tenant's."""
        if (mine := language_of(incoming.locale)) is not None:
            return mine
        settings = await _or(TenantSettings(), self._store.settings.get(incoming.tenant))
        return settings.language or "en"

    async def _with_reports(self, incoming: Incoming, answer: Answer) -> Answer:
        if answer.estimate is None or answer.status != "answered":
            return answer
        alike = measured.likeness(answer.estimate.query)
        if alike is None:
            return answer
        speeds = await _or((), self._store.measurements.like(incoming.tenant, alike))
        message = measured.summary(speeds)
        if message is None:
            return answer
        text = pack(answer.language).say(message)
        return replace(answer, notes=(*answer.notes, text), text=f"{answer.text}\n{text}")

    async def _show_rig(self, incoming: Incoming, language: str) -> Answer:
        rig = await self._store.rigs.get(incoming.tenant, incoming.user_id)
        if rig is None:
            return notice("chat.rig.none", language)
        return notice("chat.rig.show", language, rig=rig_text(rig, self._advisor.catalog, language))

    async def _set_rig(self, incoming: Incoming, words: str, language: str) -> Answer:
        rig = await self._thinking.of(lambda: read_rig(words[:RIG_CHARS], self._advisor.catalog))
        if rig is None:
            return notice("chat.rig.unread", language, status="clarify")
        try:
            await self._store.rigs.put(incoming.tenant, incoming.user_id, rig)
        except RigTooLongError:
            return notice("chat.rig.unread", language, status="clarify")
        return notice(
            "chat.rig.saved", language, rig=rig_text(rig, self._advisor.catalog, language)
        )

    def _reported_on(self, incoming: Incoming, language: str) -> Query | None:
        """Return the configuration a report is about: of the key it follows, or of its words."""
        key = incoming.previous_key
        if key is None and incoming.text.strip():
            answer = self._answer(incoming, language, None)
            key = answer.key if answer.estimate else None
        try:
            return Query.from_key(key) if key else None
        except KeyFormatError:
            return None

    async def _judged(
        self, incoming: Incoming, query: Query, tok_per_s: float, language: str
    ) -> Answer:
        estimate = await self._thinking.of(lambda: self._advisor.estimate(query))
        counted = measured.measurement(query, estimate, tok_per_s)
        match measured.judge(tok_per_s, estimate):
            case measured.Verdict.IMPOSSIBLE:
                ceiling = estimate.ceiling_tok_s
                return notice(
                    "chat.report.impossible",
                    language,
                    status="clarify",
                    rate=tok_per_s,
                    ceiling=ceiling,
                )
            case measured.Verdict.FAR:
                return notice(
                    "chat.report.far",
                    language,
                    status="clarify",
                    rate=tok_per_s,
                    range=estimate.decode,
                )
            case measured.Verdict.COUNTS if counted is None:
                return notice("chat.report.which", language, status="clarify")
            case measured.Verdict.COUNTS:
                return await self._kept(incoming, counted, language)

    async def _kept(self, incoming: Incoming, report: Measurement, language: str) -> Answer:
        try:
            await self._store.measurements.put(incoming.tenant, incoming.user_id, report)
        except StoreUnavailableError:
            return notice("chat.unavailable", language, status="error")
        subject = setup_text(report.query_key, self._advisor.catalog, language)
        return notice("chat.report.thanks", language, rate=report.tok_per_s, subject=subject)


async def _or(default: T, found: Awaitable[T]) -> T:
    """Return `found`, or `default` while the database does not answer."""
    try:
        return await found
    except StoreUnavailableError:
        return default


def speed(rate: str | float) -> float | None:
    """Return the speed [tok/s] that `rate` says, None where it is none.

    >>> speed("112"), speed("38,5 tok/s"), speed("fast"), speed("0")
    (112.0, 38.5, None, None)
    """
    if isinstance(rate, str):
        match = RATE.fullmatch(rate.strip())
        if match is None:
            return None
        rate = float(match[1].replace(",", "."))
    return float(rate) if 0 < rate <= measured.MOST_TOK_S else None


def split_paste(text: str, attachment: str) -> tuple[str, str]:
    """Return `text` and `attachment`, a long paste of lines moved from the one to the other."""
    if len(text) <= MAX_CHARS or "\n" not in text:
        return text, attachment
    first, _, rest = text.partition("\n")
    if len(first) > FIRST_LINE_CHARS:
        first, rest = "", text
    return first, f"{rest}\n{attachment}" if attachment else rest
