"""The App Home: what it is, my hardware, my language, what is kept."""

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    ButtonElement,
    ConfirmObject,
    ContextBlock,
    DividerBlock,
    HeaderBlock,
    InputBlock,
    PlainTextInputElement,
)
from slack_sdk.models.views import View

from bot.acts import RIG_CHARS
from bot.slack.ids import FORGET, RIG, Act
from bot.slack.lists import PROMPTS
from bot.slack.render import sections
from bot.slack.speech import slack_words
from bot.slack.text import bold, escape, mrkdwn, plain
from core.language.pack import Pack, pack

HELP: tuple[str, ...] = ("chat.help.what", "chat.help.examples", "chat.help.followup")


def help_lines(say: Pack) -> list[str]:
    """Return what the app does, in lines of plain text."""
    return [slack_words(say(code)) for code in (*HELP, "chat.help.rig", "chat.help.privacy")]


def prompts(say: Pack) -> list[dict[str, str]]:
    """Return the suggested prompts of the agent view."""
    texts = [say(f"chat.help.prompt.{one}") for one in PROMPTS]
    return [{"title": one[:75], "message": one} for one in texts]


def home(language: str, rig_line: str) -> View:
    """Return the home in `language`; `rig_line` says what hardware is saved."""
    say = pack(language)
    blocks: list[Block] = [
        HeaderBlock(text=plain(say("chat.help.title"), 150)),
        *sections(escape(say(code)) for code in HELP),
        DividerBlock(),
        *sections([bold(say("chat.home.rig")), escape(slack_words(rig_line))]),
        _rig_input(say),
        DividerBlock(),
        *sections([bold(say("chat.home.language")), escape(_language(say))]),
        *sections([bold(say("chat.home.privacy")), escape(slack_words(say("chat.help.privacy")))]),
        ActionsBlock(elements=[_forget(say)]),
        ContextBlock(elements=[mrkdwn(escape(_examples(say)))]),
    ]
    return View(type="home", blocks=blocks)


def _language(say: Pack) -> str:
    return say("chat.home.language.is", language=say(f"chat.language.{say.language}"))


def _examples(say: Pack) -> str:
    asked = " · ".join(f"“{say(f'chat.help.prompt.{one}')}”" for one in PROMPTS)
    return f"{say('chat.home.prompts')}: {asked}"


def _rig_input(say: Pack) -> InputBlock:
    return InputBlock(
        label=plain(say("chat.home.rig.hint"), 150),
        dispatch_action=True,
        element=PlainTextInputElement(
            action_id=Act(RIG, say.language).id, max_length=RIG_CHARS, min_length=1
        ),
    )


def _forget(say: Pack) -> ButtonElement:
    sure = ConfirmObject(
        title=plain(say("chat.command.forget-me.description"), 100),
        text=plain(say("chat.forget.ask"), 300),
        confirm=plain(say("chat.button.forget"), 30),
        deny=plain(say("chat.button.cancel"), 30),
    )
    label = plain(say("chat.command.forget-me.description"), 75)
    return ButtonElement(
        text=label,
        action_id=Act(FORGET, say.language).id,
        value=FORGET,
        style="danger",
        confirm=sure,
    )
