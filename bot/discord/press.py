"""A press of a button or a pick from a menu, and its answer made anew."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.discord.deliveries import of_interaction
from bot.discord.desk import Desk, Interaction, mine
from bot.discord.ids import ControlId, asker_of
from bot.discord.outlets import Rendered, ResponseOutlet
from bot.incoming import Incoming
from bot.notices import notice
from core.answer import Answer
from core.errors import HowfastError

Showing = Callable[[Answer], Awaitable[Rendered]]


@dataclass(frozen=True, slots=True)
class Press:
    """One press: by whom, on what, with which value, in which language."""

    interaction: Interaction
    control: ControlId
    value: str
    mine: bool
    language: str

    @classmethod
    def of(cls, interaction: Interaction, control: ControlId, value: str) -> "Press":
        """Return the press behind `interaction`."""
        message = interaction.message
        hidden = message is not None and message.flags.ephemeral
        is_mine = hidden or control.asker == asker_of(interaction.user.id)
        language = control.language if is_mine else mine(interaction) or control.language
        return cls(interaction, control, value, is_mine, language)

    def incoming(self, text: str = "", key: str | None = None) -> Incoming:
        """Return it as a delivery."""
        return of_interaction(self.interaction, text, language=self.language, previous_key=key)

    def outlet(self) -> ResponseOutlet:
        """Return where its answer goes: in place of the asker's own, else beside it."""
        return ResponseOutlet(self.interaction, ephemeral=True, edits=self.mine)


async def shown_again(desk: Desk, press: Press, outlet: ResponseOutlet, shown: Showing) -> None:
    """Answer the setups of the control anew and send what `shown` makes of it."""
    incoming = press.incoming()

    async def act() -> Answer:
        def work() -> Answer:
            try:
                return desk.replies.rebuilt(press.control.keys, press.language)
            except HowfastError:
                return notice("chat.old_button", press.language, status="error")

        return await desk.handler.thinking.of(work)

    async def reply(answer: Answer, /) -> None:
        usable = answer.status == "answered"
        page = shown(answer) if usable else desk.replies.answer(answer, asker_of(incoming.user_id))
        await outlet.send(await page)

    result = await desk.handler.run(incoming, act, reply, working=outlet.working)
    await desk.finish(press.interaction, incoming, result)
