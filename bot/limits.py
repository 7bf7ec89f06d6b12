"""How much one person, channel, tenant and everybody together may ask."""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.incoming import Incoming


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `most` in any `window_s` [s]."""

    most: int
    window_s: float


USER: Final = Rate(5, 10.0)
CHANNEL: Final = Rate(20, 60.0)
TENANT: Final = Rate(120, 60.0)
EVERYBODY: Final = Rate(50, 1.0)

MAX_KEYS: Final = 50_000
"""Keys kept at once; the one unused for longest goes first."""

NOTICE_EVERY_S: Final = 60.0
SCOPES: Final = ("user", "channel", "tenant", "all")


class Verdict(StrEnum):
    """What becomes of a delivery: answered, refused with a word, refused in silence."""

    ALLOWED = "allowed"
    NOTICE = "notice"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict, whose limit it was (user, channel, tenant, all), and how long to wait [s]."""

    verdict: Verdict
    scope: str = ""
    wait_s: float = 0.0


class Window:
    """Exact sliding windows of one rate over many keys, in bounded memory."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_s(self, key: str, now: float) -> float:
        """Return how long `key` has to wait at `now` [s]; 0 where there is room."""
        times = self._times.get(key)
        if times is None or len(times) < self._rate.most:
            return 0.0
        return max(0.0, self._rate.window_s - (now - times[0]))

    def add(self, key: str, now: float) -> None:
        """Count one of `key` at `now`."""
        times = self._times.setdefault(key, deque(maxlen=self._rate.most))
        times.append(now)
        self._times.move_to_end(key)
        if len(self._times) > MAX_KEYS:
            self._times.popitem(last=False)


class Limits:
    """The four limits, and one notice a minute to who runs into them."""

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        user: Rate = USER,
        channel: Rate = CHANNEL,
        tenant: Rate = TENANT,
        everybody: Rate = EVERYBODY,
    ) -> None:
        self._clock = clock
        self._windows = tuple(Window(rate) for rate in (user, channel, tenant, everybody))
        self._noticed = Window(Rate(1, NOTICE_EVERY_S))

    def check(self, incoming: Incoming) -> Decision:
        """Return what becomes of `incoming`, and count it where it is allowed."""
        now = self._clock()
        person = f"{incoming.tenant}/{incoming.user_id}"
        keys = (person, f"{incoming.tenant}#{incoming.channel_id}", incoming.tenant, "")
        for scope, window, key in zip(SCOPES, self._windows, keys, strict=True):
            if wait_s := window.wait_s(key, now):
                return Decision(self._refuse(key or person, now), scope, wait_s)
        for window, key in zip(self._windows, keys, strict=True):
            window.add(key, now)
        return Decision(Verdict.ALLOWED)

    def _refuse(self, key: str, now: float) -> Verdict:
        if self._noticed.wait_s(key, now):
            return Verdict.SILENT
        self._noticed.add(key, now)
        return Verdict.NOTICE
