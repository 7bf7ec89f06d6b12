"""Names and descriptions of commands in our languages."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from discord import Locale, app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.notices import language_of
from core.language.pack import pack

LOCALES: Final = (
    Locale.american_english,
    Locale.british_english,
    Locale.german,
    Locale.vietnamese,
)

F = TypeVar("F", bound=Callable[..., Any])


def said(code: str) -> locale_str:
    """Return the phrase `code`, in English until Discord asks for another language."""
    return locale_str(pack("en")(f"chat.{code}"), code=f"chat.{code}")


def named(command: str) -> dict[str, Any]:
    """Return name and description of `command`."""
    return {
        "name": said(f"command.{command}.name"),
        "description": said(f"command.{command}.description"),
    }


def arguments(**codes: str) -> Callable[[F], F]:
    """Give each parameter the localised name and description of its code."""

    def decorated(callback: F) -> F:
        names = {name: said(f"argument.{code}.name") for name, code in codes.items()}
        texts = {name: said(f"argument.{code}.description") for name, code in codes.items()}
        described: F = app_commands.describe(**texts)(callback)
        renamed: F = app_commands.rename(**names)(described)
        return renamed

    return decorated


def choice(code: str, value: str) -> app_commands.Choice[str]:
    """Return a choice with a localised name."""
    return app_commands.Choice(name=said(f"choice.{code}"), value=value)


class Translator(app_commands.Translator):
    """Says what is shown in the four locales, English under its own two as well."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return `string` for readers of `locale`, None where it is none of ours."""
        del context
        code, language = string.extras.get("code"), language_of(str(locale))
        if code is None or language is None or locale not in LOCALES:
            return None
        return pack(language)(code)
