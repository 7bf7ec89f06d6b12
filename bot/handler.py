"""What every front end does with a delivery, once: claim, limit, answer in time, reply."""

import asyncio
import functools
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, TypeVar

from bot.acts import Acts
from bot.hub.enrich import Hub
from bot.incoming import Incoming
from bot.limits import Decision, Limits, Verdict
from bot.metrics import Metrics
from bot.notices import language_of, notice
from bot.recent import Recent
from bot.store import Store, StoreUnavailableError
from bot.thinking import AdvisorLike, Thinking
from core.answer import Answer

TIME_S: Final = 2.5
"""What one delivery may take [s]; Discord's first response is due after three."""

CLAIM_S: Final = 1.2
"""What the database may take to claim a delivery [s], before memory alone must do."""

WAIT_S: Final = 1.0
"""After this [s] the front end is told that it takes longer, so that it can defer."""

REPLY_S: Final = 60.0
"""What sending may take [s], a platform's Retry-After included."""

AT_ONCE_S: Final = 0.3
"""How long a repository is waited for [s] where the answer can be edited later."""

READING_S: Final = 6.0
"""How long it is waited for [s] then; the hub itself has five."""

T = TypeVar("T")
Act = Callable[[], Awaitable[Answer]]
Working = Callable[[], Awaitable[None]]

log = logging.getLogger(__name__)


class Reply(Protocol):
    """Sends one answer to where the delivery came from."""

    async def __call__(self, answer: Answer, /) -> None:
        """Send `answer`."""


class Outcome(StrEnum):
    """What became of a delivery."""

    ANSWERED = "answered"
    REFUSED = "refused"
    """Over a limit, and told so."""
    SILENT = "silent"
    """Over a limit, and told so before: nothing is sent."""
    DUPLICATE = "duplicate"
    FAILED = "failed"
    """Something broke; the person was told."""
    TIMEOUT = "timeout"
    """It took too long; the person was told."""
    LOST = "lost"
    """The reply could not be sent."""
    CLOSING = "closing"
    """Not taken on: the process is stopping."""


@dataclass(frozen=True, slots=True)
class Result:
    """An outcome, and the answer that was sent where one was."""

    outcome: Outcome
    answer: Answer | None = None


class Handler:
    """Takes deliveries on, each at most once, and replies to each exactly once.

    Every method returns what became of the delivery and raises nothing. `working`, where it is
    given, is called when the answer takes long, before the reply.
    """

    def __init__(
        self,
        advisor: AdvisorLike,
        store: Store,
        *,
        metrics: Metrics | None = None,
        limits: Limits | None = None,
        hub: Hub | None = None,
        time_s: float = TIME_S,
        wait_s: float = WAIT_S,
    ) -> None:
        self.advisor = advisor
        self.store = store
        self.metrics = metrics or Metrics()
        self.thinking = Thinking()
        self.in_flight = 0
        self.metrics.gauge("in_flight", lambda: self.in_flight)
        self._acts = Acts(advisor, store, self.thinking, hub)
        self._limits = limits or Limits(time.monotonic)
        self._time_s, self._wait_s = time_s, wait_s
        self._recent = Recent()
        self._leaving: set[str] = set()
        self._closing = False
        self._idle = asyncio.Event()
        self._idle.set()

    async def ask(
        self,
        incoming: Incoming,
        reply: Reply,
        *,
        working: Working | None = None,
        edit: Reply | None = None,
    ) -> Result:
        """Answer the question in `incoming`.

        `edit`, where it is given, puts another answer in the place of the one that was sent: that
        goes out at once, and is edited when a repository that the question names has been read.
        """
        if edit is None:
            act = functools.partial(self._acts.ask, incoming)
            return await self.run(incoming, act, reply, working=working)
        act = functools.partial(self._acts.ask, incoming, hub_s=AT_ONCE_S)
        result = await self.run(incoming, act, reply, working=working)
        is_early = result.outcome is Outcome.ANSWERED and self._acts.is_reading(incoming)
        return await self._edited(incoming, result, edit) if is_early else result

    async def _edited(self, incoming: Incoming, sent: Result, edit: Reply) -> Result:
        """Put the answer with the repository in the place of the one that was `sent`."""
        better = await self._attempt(incoming, self._acts.ask(incoming, hub_s=READING_S), "hub")
        if not isinstance(better, Answer) or self._closing:
            return sent
        editing = asyncio.wait_for(edit(better), REPLY_S)
        failed = isinstance(await self._attempt(incoming, editing, "edit"), Outcome)
        return sent if failed else Result(Outcome.ANSWERED, better)

    async def show(
        self, incoming: Incoming, key: str, reply: Reply, *, working: Working | None = None
    ) -> Result:
        """Answer the configuration of `key`, as a button or menu asks it."""
        return await self.run(
            incoming, lambda: self._acts.show(incoming, key), reply, working=working
        )

    async def rig(self, incoming: Incoming, reply: Reply) -> Result:
        """Show the person's rig ("" or "show"), forget it ("forget"), or set it to the text."""
        return await self.run(incoming, lambda: self._acts.rig(incoming), reply)

    async def report(self, incoming: Incoming, rate: str | float, reply: Reply) -> Result:
        """Take on a measured speed `rate` [tok/s] for `previous_key`, or for the text's setup."""
        return await self.run(incoming, lambda: self._acts.report(incoming, rate), reply)

    async def forget(self, incoming: Incoming, reply: Reply) -> Result:
        """Delete everything kept about the person."""
        return await self.run(incoming, lambda: self._acts.forget(incoming), reply)

    async def configure(
        self, incoming: Incoming, changes: Mapping[str, object], reply: Reply
    ) -> Result:
        """Change the tenant's settings (names of `TenantSettings`) and show them.

        That the person may do so is for the front end to see to.
        """
        return await self.run(incoming, lambda: self._acts.configure(incoming, changes), reply)

    async def tenant_left(self, tenant: str) -> None:
        """Delete everything of `tenant`; while the database is away, as soon as it is back."""
        self._leaving.add(tenant)
        await self.finish_leaving()

    async def finish_leaving(self) -> None:
        """Delete everything of the tenants that left and are still there."""
        for tenant in tuple(self._leaving):
            with suppress(StoreUnavailableError):
                await self.store.remove_tenant(tenant)
                self._leaving.discard(tenant)

    async def run(
        self, incoming: Incoming, act: Act, reply: Reply, *, working: Working | None = None
    ) -> Result:
        """Do `act` for `incoming` and send what it returns, exactly once."""
        if self._closing:
            return self._note(incoming, Result(Outcome.CLOSING), 0.0)
        self.in_flight += 1
        self._idle.clear()
        started = time.perf_counter()
        try:
            result = await self._take_on(incoming, act, reply, working)
        finally:
            self.in_flight -= 1
            if not self.in_flight:
                self._idle.set()
        return self._note(incoming, result, time.perf_counter() - started)

    async def drain(self, within_s: float) -> bool:
        """Take on nothing more; return whether all in flight ended `within_s` [s]."""
        self._closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._idle.wait()
        self.thinking.close()
        return not self.in_flight

    async def _take_on(
        self, incoming: Incoming, act: Act, reply: Reply, working: Working | None
    ) -> Result:
        if not self._recent.add(incoming.tenant, incoming.event_id):
            return Result(Outcome.DUPLICATE)
        decision = self._limits.check(incoming)
        if decision.verdict is Verdict.SILENT:
            return Result(Outcome.SILENT)
        if not await self._claim(incoming):
            return Result(Outcome.DUPLICATE)
        if decision.verdict is Verdict.NOTICE:
            result = Result(Outcome.REFUSED, _limit_notice(incoming, decision))
        else:
            result = await self._answer(incoming, act, working)
        return await self._send(incoming, result, reply)

    async def _claim(self, incoming: Incoming) -> bool:
        """Return whether the delivery is ours; without the database, this process' memory says."""
        claim = self.store.events.claim(incoming.tenant, incoming.event_id)
        got = await self._attempt(incoming, _soon(claim), "claim")
        return got if isinstance(got, bool) else True

    async def _answer(self, incoming: Incoming, act: Act, working: Working | None) -> Result:
        task = asyncio.ensure_future(act())
        if working is not None:
            await asyncio.wait((task,), timeout=self._wait_s)
            if not task.done():
                await self._attempt(incoming, working(), "working")
        got = await self._attempt(incoming, asyncio.wait_for(task, self._time_s), "act")
        if isinstance(got, Answer):
            return Result(Outcome.ANSWERED, got)
        code = "chat.timeout" if got is Outcome.TIMEOUT else "chat.error"
        return Result(got, notice(code, _language(incoming), status="error"))

    async def _send(self, incoming: Incoming, result: Result, reply: Reply) -> Result:
        if result.answer is None:
            return result
        sending = asyncio.wait_for(reply(result.answer), REPLY_S)
        if isinstance(await self._attempt(incoming, sending, "reply"), Outcome):
            return Result(Outcome.LOST, result.answer)
        mark = self.store.events.answered(incoming.tenant, incoming.event_id)
        await self._attempt(incoming, _soon(mark), "mark")
        return result

    async def _attempt(self, incoming: Incoming, step: Awaitable[T], what: str) -> T | Outcome:
        """Return what `step` returns, or what became of it: here every error ends."""
        try:
            return await step
        except TimeoutError:
            failed = Outcome.TIMEOUT
        except StoreUnavailableError:
            failed = Outcome.FAILED
            self.metrics.count("store_unavailable")
            log.warning("no database", extra={"event_id": incoming.event_id, "what": what})
        except Exception:  # the one catch-all: a person is waiting, and no words may be logged
            failed = Outcome.FAILED
            log.exception(
                "failed",
                extra={"event_id": incoming.event_id, "tenant": incoming.tenant, "what": what},
            )
        self.metrics.count("failures", what=what, platform=incoming.platform)
        return failed

    def _note(self, incoming: Incoming, result: Result, taken_s: float) -> Result:
        self.metrics.count("deliveries", platform=incoming.platform, outcome=result.outcome)
        if result.outcome is Outcome.ANSWERED:
            self.metrics.time("answer", taken_s, platform=incoming.platform)
        answer = result.answer
        log.info(
            "handled",
            extra={
                "event_id": incoming.event_id,
                "platform": incoming.platform,
                "tenant": incoming.tenant,
                "outcome": str(result.outcome),
                "status": answer.status if answer else None,
                "intent": str(answer.intent) if answer else None,
                "chars": len(incoming.text) + len(incoming.attachment),
                "ms": round(taken_s * 1e3, 1),
            },
        )
        return result


async def _soon(step: Awaitable[T]) -> T:
    """Return what `step`, a write that a person waits for, returns within its time."""
    try:
        return await asyncio.wait_for(step, CLAIM_S)
    except TimeoutError:
        raise StoreUnavailableError("too slow") from None


def _language(incoming: Incoming) -> str:
    return incoming.language or language_of(incoming.locale) or "en"


def _limit_notice(incoming: Incoming, decision: Decision) -> Answer:
    code = f"chat.limit.{decision.scope}"
    wait_s = max(1.0, decision.wait_s)
    return notice(code, _language(incoming), status="declined", wait=wait_s)
