"""From an answer to what is sent: the embed, and the controls that fit the answer."""

from dataclasses import replace as replaced
from typing import Final

from bot.discord.choices import FEWEST, Menu, Option, menus
from bot.discord.controls import Button, view
from bot.discord.embed import cell_text, embed, listed
from bot.discord.ids import MOST, Action, ControlId, Keys
from bot.discord.outlets import Rendered
from bot.discord.text import escaped
from bot.pictures.draw import kinds_of
from bot.pictures.lanes import asked_rates
from bot.pictures.picture import Kind, Picture
from bot.thinking import AdvisorLike, Thinking
from catalog.record import replace
from core.answer import Answer, Table
from core.errors import KeyFormatError
from core.language.pack import Pack, pack
from core.query import Query
from core.reading import Intent, Resolved

MOST_BUTTONS: Final = 10
RECOMMENDS: Final = (
    Intent.RECOMMEND_QUANT,
    Intent.RECOMMEND_MODEL,
    Intent.RECOMMEND_HARDWARE,
)


class Replies:
    """Renders answers; the menus are thought out beside the event loop."""

    def __init__(self, advisor: AdvisorLike, thinking: Thinking) -> None:
        self._advisor = advisor
        self._thinking = thinking
        self.keys = Keys(advisor.catalog)

    async def answer(
        self,
        answer: Answer,
        asker: str,
        *,
        quote: str = "",
        shareable: bool = False,
        picture: Picture | None = None,
    ) -> Rendered:
        """Return `answer` with the controls of `asker`."""
        control = ControlId(Action.MATH, answer.language, asker, self._own_keys(answer))
        found: tuple[Menu, ...] = ()
        buttons = _choices(answer, control) or _buttons(answer, control, shareable=shareable)
        if answer.clarify is None or not buttons:
            found = await self._thinking.of(lambda: self._menus(answer))
        page = embed(answer, quote=quote)
        if picture is not None:
            page.set_image(url=f"attachment://{picture.name}")
        return Rendered(page, view(control, found, buttons), picture, answer.text, answer.subject)

    def math(self, answer: Answer) -> Rendered:
        """Return the arithmetic of `answer`."""
        say = pack(answer.language)
        lines = answer.arithmetic or (say("chat.no_math"),)
        page = listed(say("section.arithmetic"), lines, answer.source_line)
        return Rendered(page, text="\n".join(lines))

    async def advice(self, answer: Answer, asker: str) -> Rendered:
        """Return all of the advice, each piece to be tried with one pick."""
        say = pack(answer.language)
        texts = [one.text for one in answer.advice] or [say("chat.no_advice")]
        page = listed(say("chat.button.advice"), texts)
        options = [
            Option(short, text)
            for one in answer.advice
            if (short := self.keys.shorten(one.key, MOST)) and (text := one.text)
        ]
        control = ControlId(Action.TRY, answer.language, asker, self._own_keys(answer))
        found = [Menu(Action.TRY, _unlike(options))] if options else []
        return Rendered(page, view(control, found, ()), text="\n".join(texts))

    def shared(self, page: Rendered, name: str, language: str) -> Rendered:
        """Return `page` with the name of who asked."""
        line = pack(language)("chat.shared_by", name=escaped(name[:64]))
        text = page.embed.description or ""
        page.embed.description = f"*{line}*\n{text}"
        return page

    def rebuilt(self, keys: tuple[str, ...], language: str) -> Answer:
        """Return the answer of the setups that a control carries, without its words.

        Raises
        ------
        KeyFormatError
            If the control is of another age.
        """
        if not keys:
            raise KeyFormatError("")
        whole = [self.keys.expand(key) for key in keys]
        queries = [Query.from_key(key) for key in whole]
        answers = [self._advisor.answer_key(key, language=language) for key in whole]
        first, *others = answers
        if not others:
            return first
        return replace(
            first,
            intent=Intent.COMPARE,
            alternatives=tuple(Resolved(query) for query in queries[1:]),
            alternative_estimates=tuple(a.estimate for a in others if a.estimate),
            arithmetic=tuple(
                line for one in answers for line in (f"{one.subject}:", *one.arithmetic)
            ),
        )

    def _own_keys(self, answer: Answer) -> tuple[str, ...]:
        if answer.alternatives:
            sides = [one.query.key for one in (answer.resolved, *answer.alternatives) if one]
            return self.keys.shorten_all(sides)
        if answer.table is not None and answer.intent in RECOMMENDS:
            return self.keys.shorten_all(answer.table.keys) or self.keys.shorten_all([answer.key])
        return self.keys.shorten_all([answer.key])

    def _menus(self, answer: Answer) -> tuple[Menu, ...]:
        if answer.clarify is not None:
            options = [Option(text[:MOST], text) for text in answer.clarify.options]
            return (Menu(Action.OPTION, _unlike(options)),) if options else ()
        if answer.table is not None:
            options = self._rows(answer.table, pack(answer.language))
            return (Menu(Action.TRY, _unlike(options)),) if len(options) >= FEWEST else ()
        return menus(answer, self._advisor, self.keys)

    def _rows(self, table: Table, say: Pack) -> list[Option]:
        found = []
        for row, key in zip(table.rows, table.keys, strict=False):
            if short := self.keys.shorten(key, MOST):
                pairs = zip(table.heads[1:], row[1:], strict=False)
                cells = (cell_text(head, cell, say) for head, cell in pairs if cell)
                found.append(Option(short, row[0], " · ".join(cells)))
        return found


def _unlike(options: list[Option]) -> tuple[Option, ...]:
    """Return `options` without a second one of the same value, which Discord refuses."""
    return tuple({one.value: one for one in reversed(options)}.values())[::-1]


def _choices(answer: Answer, control: ControlId) -> list[Button]:
    """Return a button for each answer to pick from; none where they do not fit as buttons."""
    options = tuple(dict.fromkeys(answer.clarify.options)) if answer.clarify else ()
    if len(options) > MOST_BUTTONS:
        return []
    key = control.keys[0] if control.keys else ""
    asks = control.doing(Action.OPTION)
    found = [Button(replaced(asks, keys=(key, text)), text) for text in options]
    fitting = all(ControlId.of(one.control.text) == one.control for one in found)
    return found if fitting else []


def _buttons(answer: Answer, control: ControlId, *, shareable: bool) -> list[Button]:
    if not control.keys or answer.status != "answered":
        return []
    kinds = kinds_of(answer)
    has = {
        Action.MATH: bool(answer.arithmetic) or bool(answer.alternatives),
        Action.CHART: any(kind is not Kind.FEEL for kind in kinds),
        Action.ADVICE: answer.estimate is not None and answer.table is None,
        Action.FEEL: Kind.FEEL in kinds and not asked_rates(answer),
        Action.SHARE: shareable and answer.estimate is not None,
    }
    return [Button(control.doing(action)) for action, there in has.items() if there]
