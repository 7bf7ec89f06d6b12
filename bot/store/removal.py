"""How everything of a person or a tenant goes, and how old rows go by themselves."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import delete, select, text, union, update

from bot.store.conversations import CONVERSATION_S
from bot.store.database import Database
from bot.store.measurements import Measurement, measurement_of
from bot.store.schema import CONVERSATIONS, MEASUREMENTS, METADATA, RIGS, SEEN, SETTINGS
from bot.store.slack import SLACK_TABLES

SEEN_S: Final = 24 * 3_600
"""Event ids are kept this long [s]; Slack's last redelivery comes after about an hour."""

LOST_AFTER_S: Final = 60
"""A claim without its reply after this long [s] was lost with its process."""

RIG_S: Final = 365 * 86_400
MEASUREMENT_S: Final = 2 * 365 * 86_400


class Removal:
    """Deletions of one tenant's rows; each empties the write-ahead log after it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, tenant: str, user_id: str, *, everywhere: bool = False) -> int:
        """Delete all rows of `user_id`; return how many there were.

        `everywhere` extends it to all tenants of the platform, for platforms where the id is
        one person's everywhere.
        """
        platform = tenant.partition(":")[0]
        count = 0
        async with self._database.write() as connection:
            for table in (RIGS, MEASUREMENTS, CONVERSATIONS):
                where = table.c.tenant.startswith(f"{platform}:", autoescape=True)
                mine = where if everywhere else table.c.tenant == tenant
                gone = await connection.execute(
                    delete(table).where(mine, table.c.user_id == user_id)
                )
                count += gone.rowcount
        await self._database.scrub()
        return count

    async def tenant(self, tenant: str) -> None:
        """Delete all rows of `tenant`, the Slack installation too."""
        platform, _, tenant_id = tenant.partition(":")
        async with self._database.write() as connection:
            for table in METADATA.sorted_tables:
                await connection.execute(delete(table).where(table.c.tenant == tenant))
            if platform == "slack":
                for table in SLACK_TABLES:
                    await connection.execute(delete(table).where(table.c.team_id == tenant_id))
        await self._database.scrub()


class Housekeeping:
    """What concerns the whole database and nobody in it."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def ping(self) -> None:
        """Return if the database answers.

        Raises
        ------
        StoreUnavailableError
            If it does not.
        """
        async with self._database.read() as connection:
            await connection.execute(text("SELECT 1"))

    async def count_lost(self) -> int:
        """Return how many claims went without a reply since this was last asked."""
        long_ago = int(self._clock()) - LOST_AFTER_S
        async with self._database.write() as connection:
            lost = await connection.execute(
                update(SEEN)
                .where(SEEN.c.outcome == "claimed", SEEN.c.claimed_at < long_ago)
                .values(outcome="lost")
            )
            return lost.rowcount

    async def expire(self) -> int:
        """Delete what has been kept for its time; return how many rows that was."""
        now = int(self._clock())
        old = (
            (SEEN, SEEN.c.claimed_at < now - SEEN_S),
            (RIGS, RIGS.c.used_at < now - RIG_S),
            (MEASUREMENTS, MEASUREMENTS.c.reported_at < now - MEASUREMENT_S),
            (CONVERSATIONS, CONVERSATIONS.c.used_at < now - CONVERSATION_S),
        )
        count = 0
        for table, condition in old:
            async with self._database.write() as connection:
                count += (await connection.execute(delete(table).where(condition))).rowcount
        await self._database.scrub()
        return count

    async def shared(self) -> tuple[tuple[Measurement, int], ...]:
        """Return the reports of all tenants that share, with when [s], without who."""
        sharing = select(SETTINGS.c.tenant).where(SETTINGS.c.share_measurements.is_(True))
        statement = select(MEASUREMENTS).where(MEASUREMENTS.c.tenant.in_(sharing))
        async with self._database.read() as connection:
            rows = await connection.execute(statement.order_by(MEASUREMENTS.c.likeness))
            return tuple((measurement_of(row), row.reported_at) for row in rows)

    async def tenants(self, platform: str) -> tuple[str, ...]:
        """Return the tenants of `platform` with rows, so that those that left can be removed."""
        columns = [table.c.tenant for table in METADATA.sorted_tables]
        mine = (
            select(one).where(one.startswith(f"{platform}:", autoescape=True)) for one in columns
        )
        async with self._database.read() as connection:
            return tuple(sorted((await connection.execute(union(*mine))).scalars()))
