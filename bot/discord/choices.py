"""What can be changed about an answer with one pick, and what each pick would give."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.discord.ids import Action, Keys
from bot.thinking import AdvisorLike
from catalog.record import replace
from catalog.records import DeviceKind
from core.answer import Answer
from core.compose.names import devices_name
from core.errors import HowfastError
from core.figures import Estimate, Fits
from core.language.pack import Pack, pack
from core.query import Query
from core.recommend import GGUF_LADDER, MLX_LADDER, SERVER_LADDER

CONTEXTS: Final = (4_096, 8_192, 16_384, 32_768, 65_536, 131_072, 262_144)
KV_QUANTS: Final = ("f16", "q8_0", "q4_0")
COUNTS: Final = (1, 2, 3, 4, 6, 8)
LADDERS: Final = {"gguf": GGUF_LADDER, "mlx": MLX_LADDER}
FEWEST: Final = 2
"""A menu of one is no choice."""


@dataclass(frozen=True, slots=True)
class Option:
    """One pick: the value it sends, what it is called, and what would come of it."""

    value: str
    label: str
    description: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """The picks of one kind."""

    action: Action
    options: tuple[Option, ...]


def menus(answer: Answer, advisor: AdvisorLike, keys: Keys) -> tuple[Menu, ...]:
    """Return what can be changed about the one setup of `answer`."""
    if answer.estimate is None or answer.status != "answered" or answer.alternatives:
        return ()
    asked = answer.resolved.query if answer.resolved else answer.estimate.query
    if not asked.devices or keys.shorten(asked.key) is None:
        return ()
    found = (
        Menu(action, tuple(_options(action, asked, answer, advisor, keys)))
        for action in (Action.QUANT, Action.CONTEXT, Action.KV, Action.COUNT)
    )
    return tuple(menu for menu in found if len(menu.options) >= FEWEST)


def changed(query: Query, action: Action, value: str) -> Query:
    """Return `query` with the picked `value`; what was measured before no longer belongs to it.

    >>> changed(Query("qwen3-32b"), Action.CONTEXT, "8192").context_tokens
    8192
    """
    query = replace(query, measured_tok_s=None, gpu_share=None)
    match action:
        case Action.QUANT:
            return replace(query, quant=value, bits_per_weight=None, file_size_bytes=None)
        case Action.CONTEXT:
            return replace(query, context_tokens=int(value))
        case Action.KV:
            return replace(query, kv_quant=value)
        case _:
            first, *rest = query.devices
            return replace(query, devices=(replace(first, count=int(value)), *rest))


def _options(
    action: Action, asked: Query, answer: Answer, advisor: AdvisorLike, keys: Keys
) -> Iterator[Option]:
    say = pack(answer.language)
    estimate = answer.estimate
    if estimate is None:
        return
    now = _now(action, estimate.query)
    for value in _values(action, estimate, now):
        query = changed(asked, action, value)
        if keys.shorten(query.key) is None:
            continue
        try:
            would = estimate if value == now else advisor.estimate(query)
        except HowfastError:
            continue
        yield Option(
            value, _label(action, value, query, advisor, say), _outcome(would, say), value == now
        )


def _now(action: Action, effective: Query) -> str:
    match action:
        case Action.QUANT:
            return effective.quant or ""
        case Action.CONTEXT:
            return str(effective.context_tokens or 0)
        case Action.KV:
            return effective.kv_quant or KV_QUANTS[0]
        case _:
            return str(effective.devices[0].count) if effective.devices else ""


def _values(action: Action, estimate: Estimate, now: str) -> Iterable[str]:
    match action:
        case Action.QUANT:
            ladder = LADDERS.get(estimate.quant.format, SERVER_LADDER)
            return ladder if now in ladder else (now, *ladder)
        case Action.CONTEXT:
            most = max(estimate.model.context_max or 0, CONTEXTS[0])
            fitting = {size for size in CONTEXTS if size <= most}
            return [str(size) for size in sorted(fitting | {int(now)})]
        case Action.KV:
            is_gguf = estimate.quant.format == "gguf"
            return dict.fromkeys((now, *KV_QUANTS)) if is_gguf and estimate.kv_read_bytes else ()
        case _:
            return _counts(estimate, now)


def _counts(estimate: Estimate, now: str) -> Iterable[str]:
    """Return numbers of cards, where cards of one kind are what it runs on."""
    cards = [part.device for part in estimate.placed if part.device.kind is DeviceKind.GPU]
    if len(estimate.query.devices) != 1 or not cards or cards[0].laptop:
        return ()
    return [str(count) for count in sorted({*COUNTS, int(now)})]


def _label(action: Action, value: str, query: Query, advisor: AdvisorLike, say: Pack) -> str:
    match action:
        case Action.QUANT:
            known = advisor.catalog.quants.get(value)
            return known.name if known else value
        case Action.CONTEXT:
            return say("chat.option.context", context=int(value))
        case Action.KV:
            return say("chat.option.kv", name=value)
        case _:
            return devices_name(query, advisor.catalog, say)


def _outcome(would: Estimate, say: Pack) -> str:
    code = {Fits.YES: "yes", Fits.TIGHT: "tight", Fits.OFFLOAD: "offload", Fits.NO: "no"}
    return say(f"chat.option.outcome.{code[would.fits]}", decode=would.decode)
