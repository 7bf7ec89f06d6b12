"""What each person was last told in each channel, for a little while, in memory only."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST: Final = 10_000
KEPT_S: Final = 1_800.0


@dataclass(frozen=True, slots=True)
class Last:
    """The key of an answer, and whether that asked back."""

    key: str
    asks: bool
    at_s: float


class LastKeys:
    """The key of the last answer by channel and person, so that "and at Q8?" needs no reply."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], Last] = OrderedDict()

    def get(self, channel_id: str, user_id: str, *, asking: bool = False) -> str | None:
        """Return the key, None where there is none or it is too long ago.

        `asking` wants it only of an answer that asked something, to which this is the reply.
        """
        last = self._kept.get((channel_id, user_id))
        if last is None or self._clock() - last.at_s > KEPT_S or (asking and not last.asks):
            return None
        return last.key

    def put(self, channel_id: str, user_id: str, key: str | None, *, asks: bool = False) -> None:
        """Remember `key`, if there is one."""
        if key is None:
            return
        self._kept[channel_id, user_id] = Last(key, asks, self._clock())
        self._kept.move_to_end((channel_id, user_id))
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def forget(self, user_id: str) -> None:
        """Drop everything of one person."""
        for place in [place for place in self._kept if place[1] == user_id]:
            del self._kept[place]
