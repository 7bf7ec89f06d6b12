"""What is kept: event ids, settings, rigs, reported measurements, installations. Never words."""

import time
from collections.abc import Callable

from bot.store.conversations import Conversations
from bot.store.database import Database, StoreUnavailableError, default_url
from bot.store.events import Events
from bot.store.measurements import Measurement, Measurements, Reported
from bot.store.migrate import migrate
from bot.store.removal import Housekeeping, Removal
from bot.store.rigs import Rigs, RigTooLongError
from bot.store.settings import SettingsOfTenants, TenantSettings
from bot.store.slack import SlackStores

__all__ = [
    "Measurement",
    "Reported",
    "RigTooLongError",
    "Store",
    "StoreUnavailableError",
    "TenantSettings",
    "default_url",
]


class Store:
    """The whole state behind one door."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self.database = database
        self.events = Events(database, clock)
        self.settings = SettingsOfTenants(database, clock)
        self.rigs = Rigs(database, clock)
        self.measurements = Measurements(database, clock)
        self.conversations = Conversations(database, clock)
        self.slack = SlackStores(database)
        self.housekeeping = Housekeeping(database, clock)
        self._removal = Removal(database)

    @classmethod
    async def open(
        cls, url: str | None = None, *, clock: Callable[[], float] = time.time
    ) -> "Store":
        """Return the store at `url`, brought to the newest schema; sqlite at home by default.

        Raises
        ------
        StoreUnavailableError
            If the database does not answer.
        """
        url = url or default_url()
        await migrate(url)
        return cls(Database(url), clock)

    async def forget_person(self, tenant: str, user_id: str, *, everywhere: bool = False) -> int:
        """Delete all of `user_id` in `tenant` (`everywhere`: on its platform); return the rows."""
        return await self._removal.person(tenant, user_id, everywhere=everywhere)

    async def remove_tenant(self, tenant: str) -> None:
        """Delete all of `tenant`."""
        await self._removal.tenant(tenant)
        self.settings.forget(tenant)

    async def close(self) -> None:
        """Close the database."""
        await self.database.close()
