"""Remember for a day what a thread is about, by the key of its last answer."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "conversations",
        sa.Column("tenant", sa.String(80), primary_key=True),
        sa.Column("place", sa.String(80), primary_key=True),
        sa.Column("user_id", sa.String(40), nullable=False),
        sa.Column("query_key", sa.String(100), nullable=False),
        sa.Column("used_at", sa.Integer, nullable=False),
    )
    op.create_index("conversations_by_age", "conversations", ["used_at"])
