"""The tables. A tenant leads every key; there is no column for words."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, Index, Integer, MetaData, String, Table

METADATA: Final = MetaData()

SEEN: Final = Table(
    "seen_events",
    METADATA,
    Column("tenant", String(80), primary_key=True),
    Column("event_id", String(80), primary_key=True),
    Column("claimed_at", Integer, nullable=False),
    Column("outcome", String(10), nullable=False),  # claimed, answered or lost
    Index("seen_events_by_age", "claimed_at"),
)

SETTINGS: Final = Table(
    "tenant_settings",
    METADATA,
    Column("tenant", String(80), primary_key=True),
    Column("language", String(8)),
    Column("place", String(8), nullable=False),  # thread or channel
    Column("allowed_channels", String(2000), nullable=False),  # ids with a space between
    Column("ephemeral", Boolean, nullable=False),
    Column("share_measurements", Boolean, nullable=False),
)

RIGS: Final = Table(
    "rigs",
    METADATA,
    Column("tenant", String(80), primary_key=True),
    Column("user_id", String(40), primary_key=True),
    Column("hardware", String(100), nullable=False),  # a query key of devices and RAM
    Column("used_at", Integer, nullable=False),
)

MEASUREMENTS: Final = Table(
    "measurements",
    METADATA,
    Column("tenant", String(80), primary_key=True),
    Column("likeness", String(160), primary_key=True),
    Column("user_id", String(40), primary_key=True),
    Column("query_key", String(100), nullable=False),
    Column("tok_per_s", Float, nullable=False),
    Column("engine", String(20), nullable=False),
    Column("reported_at", Integer, nullable=False),
    Index("measurements_by_likeness", "likeness"),
)

CONVERSATIONS: Final = Table(
    "conversations",
    METADATA,
    Column("tenant", String(80), primary_key=True),
    Column("place", String(80), primary_key=True),  # channel and thread
    Column("user_id", String(40), nullable=False),
    Column("query_key", String(100), nullable=False),
    Column("used_at", Integer, nullable=False),
    Index("conversations_by_age", "used_at"),
)
