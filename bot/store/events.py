"""Event ids, claimed once across every process."""

from collections.abc import Callable

from sqlalchemy import update

from bot.store.database import Database
from bot.store.schema import SEEN
from bot.store.upsert import insert


class Events:
    """Which deliveries were taken on, and whether they got their reply."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def claim(self, tenant: str, event_id: str) -> bool:
        """Record `event_id`; return False if anyone had claimed it before.

        Raises
        ------
        StoreUnavailableError
            If the database does not answer.
        """
        row = {
            "tenant": tenant,
            "event_id": event_id,
            "claimed_at": int(self._clock()),
            "outcome": "claimed",
        }
        async with self._database.write() as connection:
            claim = insert(connection, SEEN).values(row).on_conflict_do_nothing()
            won = await connection.execute(claim.returning(SEEN.c.event_id))
            return won.first() is not None

    async def answered(self, tenant: str, event_id: str) -> None:
        """Note that `event_id` has its reply."""
        async with self._database.write() as connection:
            await connection.execute(
                update(SEEN)
                .where(SEEN.c.tenant == tenant, SEEN.c.event_id == event_id)
                .values(outcome="answered")
            )
