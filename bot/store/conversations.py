"""What a thread is about: the key of its last answer, so that the next words can go on from it."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import select

from bot.store.database import Database
from bot.store.schema import CONVERSATIONS
from bot.store.upsert import put

CONVERSATION_S: Final = 24 * 3_600
"""A follow-up comes within this [s]; what is older is a new conversation."""


class Conversations:
    """The last key of each thread or direct conversation of a tenant."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def get(self, tenant: str, place: str) -> str | None:
        """Return the key of the last answer in `place`, None where it is too long ago."""
        table = CONVERSATIONS.c
        fresh = table.used_at >= int(self._clock()) - CONVERSATION_S
        async with self._database.read() as connection:
            found = await connection.execute(
                select(table.query_key).where(table.tenant == tenant, table.place == place, fresh)
            )
            return found.scalar()

    async def put(self, tenant: str, place: str, user_id: str, key: str) -> None:
        """Remember that `place` is about `key`, as `user_id` asked last."""
        row: dict[str, object] = {
            "tenant": tenant,
            "place": place,
            "user_id": user_id,
            "query_key": key,
            "used_at": int(self._clock()),
        }
        async with self._database.write() as connection:
            await put(connection, CONVERSATIONS, row)
