"""Wiring: what is configured is started, watched, and on SIGTERM drained."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Protocol

from bot import logs
from bot.handler import Handler
from bot.health import Health
from bot.hub.enrich import Hub
from bot.settings import Settings, SettingsError
from bot.store import Store, StoreUnavailableError
from bot.thinking import AdvisorLike
from core.errors import HowfastError

FRONT_ENDS: Final = ("discord", "slack")
DRAIN_S: Final = 8.0
"""What is in flight at SIGTERM gets this long [s]; the whole stop takes less than ten."""

CLOSE_S: Final = 1.5
TIDY_EVERY_S: Final = 3_600.0
LOST_EVERY_S: Final = 60.0

log = logging.getLogger(__name__)


class FrontEndError(HowfastError):
    """A front end cannot go on; the message is one line that says what to do."""


class FrontEnd(Protocol):
    """A platform's client, as `create(service)` in `bot.<platform>.client` returns it."""

    async def run(self) -> None:
        """Connect and serve until closed.

        Raises
        ------
        FrontEndError
            If it can never connect (a wrong token, a refused intent).
        """

    @property
    def connected(self) -> bool:
        """Return whether the platform can reach us."""
        ...

    async def pause(self) -> None:
        """Take no new deliveries; what was taken can still be answered."""

    async def close(self) -> None:
        """Disconnect."""


@dataclass(frozen=True, slots=True)
class Service:
    """What a front end works with."""

    settings: Settings
    handler: Handler
    store: Store


Create = Callable[[Service], FrontEnd]


def run(which: str, arguments: Sequence[str] = ()) -> int:
    """Run the front end `which`, or all that are configured for "serve"; return the exit status.

    `arguments` go to the front end's own `command`, where it has one ("discord --sync").
    """
    try:
        settings = Settings.read(os.environ)
        names = _chosen(which, settings)
        logs.start(settings.log_level)
        if arguments:
            return int(import_module(f"bot.{names[0]}.client").command(settings, arguments))
        return asyncio.run(serve(settings, tuple(_creator(name) for name in names), names))
    except (SettingsError, FrontEndError, StoreUnavailableError) as error:
        sys.stderr.write(f"howfast: {error}\n")
        return 2 if isinstance(error, SettingsError) else 1


async def serve(
    settings: Settings,
    creators: Sequence[Create],
    names: Sequence[str] = FRONT_ENDS,
    *,
    advisor: AdvisorLike | None = None,
) -> int:
    """Run the front ends of `creators` until SIGTERM or SIGINT; return the exit status.

    `advisor` is the one over our catalog unless another is given.

    Raises
    ------
    FrontEndError
        If one of them cannot go on.
    StoreUnavailableError
        If the database does not answer at the start.
    """
    url = settings.database_url
    store = await Store.open(url.reveal() if url else None)
    handler = _handler(settings, store, advisor)
    service = Service(settings, handler, store)
    fronts = {name: create(service) for name, create in zip(names, creators, strict=False)}
    health = Health(
        handler.metrics,
        alive={"threads": lambda: not handler.thinking.stuck},
        ready={name: _connected(front) for name, front in fronts.items()},
    )
    if settings.health:
        await health.start(settings.health)
    ended = asyncio.Event()
    tidying = asyncio.create_task(_tidy(handler, ended))
    try:
        await _until_stopped(fronts)
    finally:
        # Cancelled within a statement, sqlite's connection may never close: let it finish.
        ended.set()
        await asyncio.wait((tidying,), timeout=CLOSE_S)
        tidying.cancel()
        await _stop(handler, fronts, health)
    return 0


def _chosen(which: str, settings: Settings) -> tuple[str, ...]:
    """Return the front ends to run, each configured."""
    configured = tuple(name for name in FRONT_ENDS if getattr(settings, name) is not None)
    if which in configured:
        return (which,)
    if which == "serve" and configured:
        return configured
    missing = "HOWFAST_SLACK_BOT_TOKEN" if which == "slack" else "HOWFAST_DISCORD_TOKEN"
    more = " nor HOWFAST_SLACK_BOT_TOKEN" if which == "serve" else ""
    raise SettingsError(f"{missing}{more} is not set: there is no front end to run")


def _handler(settings: Settings, store: Store, advisor: AdvisorLike | None) -> Handler:
    """Return the handler; our catalog is loaded only when the settings are whole."""
    if advisor is not None:
        return Handler(advisor, store)
    from catalog.load import load_catalog  # noqa: PLC0415
    from catalog.overlay import Shelf  # noqa: PLC0415
    from core.advisor import Advisor  # noqa: PLC0415

    if settings.hub is None:
        return Handler(Advisor(load_catalog()), store)
    shelf = Shelf(load_catalog())
    return Handler(Advisor(shelf), store, hub=Hub(settings.hub, shelf))


def _creator(name: str) -> Create:
    create: Create = import_module(f"bot.{name}.client").create
    return create


def _connected(front: FrontEnd) -> Callable[[], bool]:
    return lambda: front.connected


async def _until_stopped(fronts: dict[str, FrontEnd]) -> None:
    """Run `fronts`; return on a signal, raise what ends one of them."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    running = [asyncio.create_task(front.run(), name=name) for name, front in fronts.items()]
    stopping = asyncio.create_task(stop.wait())
    log.info("started", extra={"count": len(running)})
    done, _ = await asyncio.wait((*running, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    for task in done - {stopping}:
        task.result()
        raise FrontEndError(f"{task.get_name()} ended by itself; see the log and start it again")


async def _stop(handler: Handler, fronts: dict[str, FrontEnd], health: Health) -> None:
    """Take nothing more, answer what was taken, then disconnect."""
    await asyncio.gather(*(front.pause() for front in fronts.values()), return_exceptions=True)
    drained = await handler.drain(DRAIN_S)
    log.info("drained", extra={"count": handler.in_flight, "outcome": str(drained)})
    closing = asyncio.gather(*(front.close() for front in fronts.values()), return_exceptions=True)
    await asyncio.wait((asyncio.ensure_future(closing),), timeout=CLOSE_S)
    await health.stop()
    await handler.store.close()


async def _tidy(handler: Handler, ended: asyncio.Event) -> None:
    """Finish removals and count lost deliveries every minute, and delete what is old every hour."""
    minutes = 0
    while not ended.is_set():
        try:
            await handler.finish_leaving()
            lost = await handler.store.housekeeping.count_lost()
            handler.metrics.count("lost", lost)
            if minutes % (TIDY_EVERY_S // LOST_EVERY_S) == 0:
                await handler.store.housekeeping.expire()
        except StoreUnavailableError:
            log.warning("could not tidy")
        minutes += 1
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), LOST_EVERY_S)
