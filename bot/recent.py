"""The event ids this process has lately taken on."""

from collections import OrderedDict
from typing import Final

MOST: Final = 20_000


class Recent:
    """Remembers the newest ids; stops a redelivery without asking the database."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._ids: OrderedDict[tuple[str, str], None] = OrderedDict()

    def add(self, tenant: str, event_id: str) -> bool:
        """Record the id; return False if it was there."""
        if (tenant, event_id) in self._ids:
            return False
        self._ids[tenant, event_id] = None
        if len(self._ids) > self._most:
            self._ids.popitem(last=False)
        return True
