"""Let a tenant share its measurements, and count claims that never got their reply."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the two columns; nothing was shared before, and every old event had its reply."""
    with op.batch_alter_table("tenant_settings") as table:
        table.add_column(
            sa.Column("share_measurements", sa.Boolean, nullable=False, server_default=sa.false())
        )
    with op.batch_alter_table("seen_events") as table:
        table.add_column(
            sa.Column("outcome", sa.String(10), nullable=False, server_default="answered")
        )
