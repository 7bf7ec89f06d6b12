"""What each person was last told in each channel, for a little while, in memory only."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST: Final = 10_000
KEPT_S: Final = 1_800.0


class LastKeys:
    """The key of the last answer by channel and person, so that "and at Q8?" needs no reply."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._keys: OrderedDict[tuple[str, str], tuple[float, str]] = OrderedDict()

    def get(self, channel_id: str, user_id: str) -> str | None:
        """Return the key, None where there is none or it is too long ago."""
        at, key = self._keys.get((channel_id, user_id), (0.0, None))
        return key if key is not None and self._clock() - at < KEPT_S else None

    def put(self, channel_id: str, user_id: str, key: str | None) -> None:
        """Remember `key`, if there is one."""
        if key is None:
            return
        self._keys[channel_id, user_id] = (self._clock(), key)
        self._keys.move_to_end((channel_id, user_id))
        if len(self._keys) > MOST:
            self._keys.popitem(last=False)

    def forget(self, user_id: str) -> None:
        """Drop everything of one person."""
        for place in [place for place in self._keys if place[1] == user_id]:
            del self._keys[place]
