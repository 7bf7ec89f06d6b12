"""What the owner of a server or workspace has chosen."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import select

from bot.store.database import Database
from bot.store.schema import SETTINGS
from bot.store.upsert import put

CACHE_S: Final = 30.0
"""How long another process may go on with old settings [s]."""

CACHE_MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class TenantSettings:
    """Choices of a tenant. `language` is for who says none; no allowed channels = all.

    `place` is "thread" or "channel": where answers to mentions go. `ephemeral` is whether slash
    answers are for the asker's eyes only. `share_measurements` puts the tenant's reported
    measurements together with those of the others that do the same.
    """

    language: str | None = None
    place: str = "channel"
    allowed_channels: tuple[str, ...] = ()
    ephemeral: bool = False
    share_measurements: bool = False


class SettingsOfTenants:
    """Settings by tenant, kept for a short while in memory."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock
        self._kept: dict[str, tuple[float, TenantSettings]] = {}

    async def get(self, tenant: str) -> TenantSettings:
        """Return the settings of `tenant`, the defaults where it has none."""
        until, kept = self._kept.get(tenant, (0.0, None))
        if kept is not None and self._clock() < until:
            return kept
        async with self._database.read() as connection:
            found = await connection.execute(select(SETTINGS).where(SETTINGS.c.tenant == tenant))
            row = found.mappings().first()
        return self._keep(tenant, _settings(dict(row)) if row else TenantSettings())

    async def put(self, tenant: str, settings: TenantSettings) -> None:
        """Set the settings of `tenant`."""
        row = {"tenant": tenant, **asdict(settings)}
        row["allowed_channels"] = " ".join(settings.allowed_channels)
        async with self._database.write() as connection:
            await put(connection, SETTINGS, row)
        self._keep(tenant, settings)

    def forget(self, tenant: str) -> None:
        """Drop what is kept in memory of `tenant`."""
        self._kept.pop(tenant, None)

    def _keep(self, tenant: str, settings: TenantSettings) -> TenantSettings:
        if len(self._kept) >= CACHE_MOST:
            self._kept.clear()
        self._kept[tenant] = (self._clock() + CACHE_S, settings)
        return settings


def _settings(row: dict[str, object]) -> TenantSettings:
    del row["tenant"]
    row["allowed_channels"] = tuple(str(row["allowed_channels"]).split())
    return TenantSettings(**row)  # type: ignore[arg-type]
