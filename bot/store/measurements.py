"""Speeds that people measured and reported, by what they are like."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, or_, select

from bot.store.database import Database
from bot.store.schema import MEASUREMENTS, SETTINGS
from bot.store.upsert import put

MOST: Final = 500
"""Newest reports that a summary looks at."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One reported speed [tok/s] for the query behind `query_key`."""

    query_key: str
    likeness: str
    tok_per_s: float
    engine: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A measurement with who reported it and when [s since 1970]."""

    tenant: str
    user_id: str
    measurement: Measurement
    reported_at: int


class Measurements:
    """One report for each person, tenant and likeness; a later one takes its place."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def put(self, tenant: str, user_id: str, measurement: Measurement) -> None:
        """Record `measurement`."""
        row: dict[str, object] = {
            "tenant": tenant,
            "likeness": measurement.likeness,
            "user_id": user_id,
            "query_key": measurement.query_key,
            "tok_per_s": measurement.tok_per_s,
            "engine": measurement.engine,
            "reported_at": int(self._clock()),
        }
        async with self._database.write() as connection:
            await put(connection, MEASUREMENTS, row)

    async def like(self, tenant: str, likeness: str) -> tuple[float, ...]:
        """Return the speeds of `likeness` that `tenant` may see, one for each person.

        A tenant that shares sees those of all that share; one that does not sees its own.
        """
        sharing = select(SETTINGS.c.tenant).where(SETTINGS.c.share_measurements.is_(True))
        statement = (
            select(MEASUREMENTS)
            .where(
                MEASUREMENTS.c.likeness == likeness,
                or_(
                    MEASUREMENTS.c.tenant == tenant,
                    MEASUREMENTS.c.tenant.in_(sharing) & _shares(tenant),
                ),
            )
            .order_by(MEASUREMENTS.c.reported_at.desc())
            .limit(MOST)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(statement)).all()
        newest: dict[tuple[str, str], float] = {}
        for row in rows:
            newest.setdefault(_person(row), row.tok_per_s)
        return tuple(newest.values())

    async def of_tenant(self, tenant: str) -> tuple[Reported, ...]:
        """Return everything reported in `tenant`, oldest first."""
        statement = select(MEASUREMENTS).where(MEASUREMENTS.c.tenant == tenant)
        async with self._database.read() as connection:
            rows = await connection.execute(statement.order_by(MEASUREMENTS.c.reported_at))
            return tuple(_reported(row) for row in rows)


def _shares(tenant: str) -> ColumnElement[bool]:
    return (
        select(SETTINGS.c.tenant)
        .where(SETTINGS.c.tenant == tenant, SETTINGS.c.share_measurements.is_(True))
        .exists()
    )


def _person(row: Row[Any]) -> tuple[str, str]:
    """Return who reported `row`: on every platform a person counts once."""
    return row.tenant.partition(":")[0], row.user_id


def _reported(row: Row[Any]) -> Reported:
    return Reported(row.tenant, row.user_id, measurement_of(row), row.reported_at)


def measurement_of(row: Row[Any]) -> Measurement:
    """Return the measurement in a row of the table."""
    return Measurement(row.query_key, row.likeness, row.tok_per_s, row.engine)
