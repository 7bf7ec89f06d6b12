"""Short replies of the service itself, as answers, so that one renderer serves all."""

from bot.store import TenantSettings
from core.answer import Answer
from core.language.pack import LANGUAGES, pack
from core.reading import Intent


def notice(code: str, language: str, /, *, status: str = "answered", **values: object) -> Answer:
    """Return the phrase `code` of `core/language/*/chat.py` as an answer.

    `status` is answered, clarify (it asks), declined or error.
    """
    text = pack(language)(code, **values)
    return Answer(
        question="",
        language=language,
        intent=Intent.MEASURE if code.startswith("chat.report") else Intent.OFFTOPIC,
        status=status,
        headline=text,
        text=text,
    )


def settings_notice(settings: TenantSettings, language: str) -> Answer:
    """Return the tenant's settings in words."""
    say = pack(language)
    return notice(
        "chat.settings.show",
        language,
        language=settings.language or say("chat.settings.none"),
        place=say(f"chat.settings.place.{settings.place}"),
        channels=", ".join(settings.allowed_channels) or say("chat.settings.all"),
        eyes=say("chat.settings.eyes.own" if settings.ephemeral else "chat.settings.eyes.all"),
        sharing=say(
            "chat.settings.sharing.on"
            if settings.share_measurements
            else "chat.settings.sharing.off"
        ),
    )


def language_of(locale: str | None) -> str | None:
    """Return our language for a platform's locale, None where we do not speak it.

    >>> language_of("en-GB"), language_of("de"), language_of("fr"), language_of(None)
    ('en', 'de', None, None)
    """
    short = (locale or "").replace("_", "-").partition("-")[0].lower()
    return short if short in LANGUAGES else None
