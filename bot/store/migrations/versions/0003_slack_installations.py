"""Keep Slack's installations and OAuth states, in the tables Bolt's stores expect."""

from alembic import op

from bot.store.slack import SLACK_METADATA

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables as the installed slack_sdk describes them."""
    SLACK_METADATA.create_all(op.get_bind())
