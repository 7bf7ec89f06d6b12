"""The hardware a person asked to be remembered, as a query key."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import delete, select, update

from bot.store.database import Database
from bot.store.schema import RIGS
from bot.store.upsert import put
from core.errors import HowfastError
from core.query import Query
from core.question import Rig

DAY_S: Final = 86_400


class RigTooLongError(HowfastError):
    """A rig that does not fit in the hundred characters there are for it."""


class Rigs:
    """One rig for each person of a tenant."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def get(self, tenant: str, user_id: str) -> Rig | None:
        """Return the rig of `user_id` in `tenant`; a day with use keeps it from growing old."""
        mine = (RIGS.c.tenant == tenant, RIGS.c.user_id == user_id)
        async with self._database.read() as connection:
            found = await connection.execute(select(RIGS.c.hardware, RIGS.c.used_at).where(*mine))
            row = found.first()
        if row is None:
            return None
        if self._clock() - row.used_at > DAY_S:
            async with self._database.write() as connection:
                await connection.execute(
                    update(RIGS).where(*mine).values(used_at=int(self._clock()))
                )
        query = Query.from_key(row.hardware)
        return Rig(query.devices, query.ram)

    async def put(self, tenant: str, user_id: str, rig: Rig) -> None:
        """Remember `rig`, in place of the one before.

        Raises
        ------
        RigTooLongError
            If it does not fit.
        """
        hardware = Query(devices=rig.devices, ram=rig.ram).key
        if hardware is None:
            raise RigTooLongError("the rig is too long to be remembered")
        row: dict[str, object] = {"tenant": tenant, "user_id": user_id, "hardware": hardware}
        async with self._database.write() as connection:
            await put(connection, RIGS, row | {"used_at": int(self._clock())})

    async def forget(self, tenant: str, user_id: str) -> bool:
        """Delete the rig; return whether there was one."""
        async with self._database.write() as connection:
            gone = await connection.execute(
                delete(RIGS).where(RIGS.c.tenant == tenant, RIGS.c.user_id == user_id)
            )
        await self._database.scrub()
        return gone.rowcount > 0
