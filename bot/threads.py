"""Which configuration a thread or a direct conversation is about, in every process."""

from collections import OrderedDict
from typing import Final

from bot.store import Store, StoreUnavailableError

MOST: Final = 5_000


class Threads:
    """The key of the last answer by place, in the database, and in memory while it is away."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, str], str] = OrderedDict()

    async def key(self, tenant: str, place: str) -> str | None:
        """Return the key of the last answer in `place`; of this process' own without a database."""
        try:
            return await self._store.conversations.get(tenant, place)
        except StoreUnavailableError:
            return self._kept.get((tenant, place))

    async def remember(self, tenant: str, place: str, user_id: str, key: str) -> None:
        """Remember that `place` is now about `key`."""
        self._kept[tenant, place] = key
        self._kept.move_to_end((tenant, place))
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
        try:
            await self._store.conversations.put(tenant, place, user_id, key)
        except StoreUnavailableError:
            return
