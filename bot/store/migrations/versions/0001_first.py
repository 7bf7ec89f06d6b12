"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "seen_events",
        sa.Column("tenant", sa.String(80), primary_key=True),
        sa.Column("event_id", sa.String(80), primary_key=True),
        sa.Column("claimed_at", sa.Integer, nullable=False),
    )
    op.create_index("seen_events_by_age", "seen_events", ["claimed_at"])
    op.create_table(
        "tenant_settings",
        sa.Column("tenant", sa.String(80), primary_key=True),
        sa.Column("language", sa.String(8)),
        sa.Column("place", sa.String(8), nullable=False),
        sa.Column("allowed_channels", sa.String(2000), nullable=False),
        sa.Column("ephemeral", sa.Boolean, nullable=False),
    )
    op.create_table(
        "rigs",
        sa.Column("tenant", sa.String(80), primary_key=True),
        sa.Column("user_id", sa.String(40), primary_key=True),
        sa.Column("hardware", sa.String(100), nullable=False),
        sa.Column("used_at", sa.Integer, nullable=False),
    )
    op.create_table(
        "measurements",
        sa.Column("tenant", sa.String(80), primary_key=True),
        sa.Column("likeness", sa.String(160), primary_key=True),
        sa.Column("user_id", sa.String(40), primary_key=True),
        sa.Column("query_key", sa.String(100), nullable=False),
        sa.Column("tok_per_s", sa.Float, nullable=False),
        sa.Column("engine", sa.String(20), nullable=False),
        sa.Column("reported_at", sa.Integer, nullable=False),
    )
    op.create_index("measurements_by_likeness", "measurements", ["likeness"])
