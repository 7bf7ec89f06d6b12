"""Slack's installations and OAuth states, in the tables Bolt's own stores use."""

import logging
from typing import Final

from slack_sdk.oauth.installation_store.sqlalchemy import (
    AsyncSQLAlchemyInstallationStore,
    SQLAlchemyInstallationStore,
)
from slack_sdk.oauth.state_store.sqlalchemy import (
    AsyncSQLAlchemyOAuthStateStore,
    SQLAlchemyOAuthStateStore,
)
from sqlalchemy import MetaData

from bot.store.database import Database

SLACK_METADATA: Final = MetaData()
SLACK_TABLES: Final = (
    SQLAlchemyInstallationStore.build_installations_table(SLACK_METADATA, "slack_installations"),
    SQLAlchemyInstallationStore.build_bots_table(SLACK_METADATA, "slack_bots"),
)
SLACK_STATES: Final = SQLAlchemyOAuthStateStore.build_oauth_states_table(
    SLACK_METADATA, "slack_oauth_states"
)

STATE_S: Final = 600
"""How long a person may take over Slack's consent page [s]."""

_LOG: Final = logging.getLogger(__name__)


class SlackStores:
    """Bolt's asynchronous stores on our database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def installations(self, client_id: str) -> AsyncSQLAlchemyInstallationStore:
        """Return the store of the workspaces that installed the app."""
        return AsyncSQLAlchemyInstallationStore(client_id, self._database.engine, logger=_LOG)

    def states(self) -> AsyncSQLAlchemyOAuthStateStore:
        """Return the store of installations under way."""
        return AsyncSQLAlchemyOAuthStateStore(STATE_S, self._database.engine, logger=_LOG)
