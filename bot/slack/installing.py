"""Whose token answers: the one workspace's, or that of the workspace which installed the app."""

import logging
from typing import Final

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization.async_authorize import AsyncInstallationStoreAuthorize
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.web.async_client import AsyncWebClient

from bot.settings import SlackSettings
from bot.slack.lists import INSTALL_PATH, REDIRECT_PATH, SCOPES
from bot.store import Store

LOG: Final = logging.getLogger("slack_bolt.howfast")


def authorized(settings: SlackSettings, store: Store, client: AsyncWebClient) -> AsyncApp:
    """Return Bolt's app for one workspace, or for all that install it."""
    secret = settings.signing_secret.reveal() if settings.signing_secret else ""
    if settings.client_id is None or settings.client_secret is None:
        return AsyncApp(client=client, signing_secret=secret, logger=LOG)
    installations = store.slack.installations(settings.client_id)
    oauth = AsyncOAuthSettings(
        client_id=settings.client_id,
        client_secret=settings.client_secret.reveal(),
        scopes=list(SCOPES),
        installation_store=installations,
        installation_store_bot_only=True,
        state_store=store.slack.states(),
        install_path=INSTALL_PATH,
        redirect_uri_path=REDIRECT_PATH,
        logger=LOG,
    )
    oauth.authorize = AsyncInstallationStoreAuthorize(
        logger=LOG,
        client=client,
        client_id=settings.client_id,
        client_secret=settings.client_secret.reveal(),
        installation_store=installations,
        bot_only=True,
        cache_enabled=True,  # else every event costs a call of auth.test
    )
    return AsyncApp(
        client=client,
        signing_secret=secret,
        installation_store_bot_only=True,
        oauth_settings=oauth,
        logger=LOG,
    )
