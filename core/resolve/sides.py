"""From what was found to the configurations that are asked about."""

from __future__ import annotations

from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from core.match import model_names
from core.message import Message
from core.parse import tongue
from core.parse.parsed import ModelSaid, Parsed, QuantSaid
from core.query import CustomModel, DeviceUse, Query, Ram
from core.reading import Assumption, Basis, Intent, Resolved
from core.resolve.models import meant_model, with_dimensions
from core.resolve.words import Words


def sides_of(words: Words, intent: Intent, catalog: Catalog) -> list[Resolved]:
    """Return the configurations asked about; for a comparison one for each device or model."""
    said = words.said
    taken: list[Assumption] = []
    models = _asked_first(words, intent)
    model = meant_model(models[0], catalog, taken) if models else None
    model = with_dimensions(model, said, catalog, taken)
    if intent is Intent.TTFT:
        _as_prompts(said)
    base = _base(words, model, catalog)
    several = len({(d.id, d.count, d.memory_bytes) for d in said.devices}) > 1
    if intent is Intent.COMPARE or (
        several and intent in (Intent.RECOMMEND_HARDWARE, Intent.EXPLAIN, Intent.CONCURRENCY)
    ):
        return _compared(base, models, said, catalog, taken)
    if several and (intent is Intent.DIAGNOSE or "compare" not in words.cues):
        _only_own(words)
    devices = _devices(words, catalog, taken)
    sides = [Resolved(replace(base, devices=devices), tuple(taken))]
    if intent not in _ONE_MODEL and not said.draft:
        sides += _other_models(base, devices, models[1:], catalog)
    return sides


def _asked_first(words: Words, intent: Intent) -> list[ModelSaid]:
    """Return the models, first the one that is asked for: "13B is easy, can I squeeze in a 34B"."""
    models = list(words.said.models)
    if " replace " in words.spaced and " with " in words.spaced:
        return models[::-1]
    if intent not in (Intent.FIT, Intent.SPEED) or len(models) < 2 or " or " in words.spaced:  # noqa: PLR2004
        return models
    asked = [one for one in models if _is_asked(words, one.first)]
    return [*asked[:1], *(one for one in models if one is not asked[0])] if asked else models


def _is_asked(words: Words, at: int) -> bool:
    start = words.tokens[at].start
    passage = tongue.spaced(words.folded[max(0, start - ASKED_REACH) : start])
    return any(one in passage for one in _ASKING)


ASKED_REACH: Final = 24  # characters before a model in which "can i run" is about it
_ASKING: Final = (" can i ", " could i ", " squeeze ", " kann ich ", " chay duoc ", " what about ")
_ONE_MODEL: Final = (Intent.RECOMMEND_MODEL, Intent.RECOMMEND_HARDWARE, Intent.MEASURE, Intent.FEEL)
MOST_SIDES: Final = 5


def _devices(words: Words, catalog: Catalog, taken: list[Assumption]) -> tuple[DeviceUse, ...]:
    """Return the devices that are named, or the desktop whose RAM is."""
    said = words.said
    devices = device_uses(said)
    if said.guessed_chip and devices:
        name = catalog.devices[said.guessed_chip].name
        taken.append(Assumption("chip", name, Message("assume.devices.mac")))
    if not devices and (platform := _platform(said, catalog)):
        return (DeviceUse(platform),)
    if not devices and any(one in words.spaced for one in ASKING_MEMORY):
        taken.append(
            Assumption("devices", "24 GB", Message("assume.devices.example"), Basis.DEFAULT)
        )
        return (DeviceUse("", 1, 24_000_000_000),)
    if not devices and said.cpu_only:
        usual = _USUAL_DESKTOP.get(said.ram_type or "ddr5", _USUAL_DESKTOP["ddr5"])
        taken.append(Assumption("devices", usual, Message("assume.devices.cpu"), Basis.DEFAULT))
        return (DeviceUse(usual),)
    return devices


ASKING_MEMORY: Final = (
    " how much vram ", " minimum vram ", " min vram ", " wie viel vram ", " wieviel vram ",
    " bao nhieu vram ", " how much memory ", " how much ram ",
)  # fmt: skip
_USUAL_DESKTOP: Final = {
    "ddr4": "desktop-dual-channel-ddr4-3200",
    "ddr5": "desktop-dual-channel-ddr5-5600",
}


def _other_models(
    base: Query, devices: tuple[DeviceUse, ...], models: list[ModelSaid], catalog: Catalog
) -> list[Resolved]:
    """Return a side for each further model that is named."""
    found = []
    for other in models[: MOST_SIDES - 1]:
        assumed: list[Assumption] = []
        query = replace(base, devices=devices, model=meant_model(other, catalog, assumed))
        found.append(Resolved(query, tuple(assumed)))
    return found


_OTHERS: Final = (
    " as fast as an ", " as fast as a ", " slower than ", " slower than a ", " buddy ",
    " buddys ", " friend ", " friends ", " kumpels ", " others ", " from a ", " from my ",
    " kumpel ", " thang ban ", " ban xai ", " people ", " his ", " their ", " vs ", " than ",
    " than a ", " instead of ",
)  # fmt: skip
_OWN: Final = (" than my ", " als meine ", " als mein ", " als auf meiner ")
_OUT_OF_REACH: Final = frozenset({"kaum", "expensive", "teuer", "unobtainable", "ausverkauft"})
OTHERS_REACH: Final = 28  # characters before a card in which "his", "than" are about it


def _only_own(words: Words) -> None:
    """Leave out the devices that belong to others ("buddy says his 4090 does 40") or to before."""
    said = words.said
    own = [d for d in said.devices if not _named_by_others(words, d.first)]
    if own:
        said.devices[:] = own


def _named_by_others(words: Words, at: int) -> bool:
    start = words.tokens[at].start
    if any(token.text in _OUT_OF_REACH for token in words.tokens[at + 1 : at + 5]):
        return True
    passage = tongue.spaced(words.folded[max(0, start - OTHERS_REACH) : start])
    if f"{passage.rstrip()} ".endswith(_OWN):
        return False
    return any(one in passage for one in _OTHERS)


def _platform(said: Parsed, catalog: Catalog) -> str | None:
    """Return the desktop whose RAM was named by kind and speed, where there is no card."""
    if not (said.ram_type and said.ram_mt_per_s):
        return None
    channels = "single-channel" if said.ram_channels == 1 else "desktop-dual-channel"
    name = f"{channels}-{said.ram_type}-{said.ram_mt_per_s}"
    return name if name in catalog.devices else None


def _compared(
    base: Query, models: list[ModelSaid], said: Parsed, catalog: Catalog, taken: list[Assumption]
) -> list[Resolved]:
    devices = device_uses(said)
    hosts = tuple(d for d in devices if d.id.startswith(("epyc", "xeon", "2x-")))
    cards = tuple(d for d in devices if d not in hosts)
    if len(cards) > 1 or (not hosts and len(devices) > 1):
        return [Resolved(replace(base, devices=(one, *hosts)), tuple(taken)) for one in cards]
    if len(hosts) == 1 and len(cards) == 1 and said.processor:
        return [Resolved(replace(base, devices=(one,)), tuple(taken)) for one in devices]
    sides = [Resolved(replace(base, devices=devices), tuple(taken))]
    sides += _other_models(base, devices, models[1:], catalog)
    for quant in said.quants[1:] if len(models) < 2 else ():  # noqa: PLR2004
        if quant.id != base.quant:
            sides.append(Resolved(replace(base, devices=devices, quant=quant.id), tuple(taken)))
    return sides


def device_uses(said: Parsed) -> tuple[DeviceUse, ...]:
    """Return the devices that were said, as a query holds them."""
    return tuple(
        DeviceUse(
            d.id,
            d.count,
            round(d.memory_bytes) if d.memory_bytes else None,
            d.bandwidth_bytes_per_s,
        )
        for d in said.devices
        if d.id or d.memory_bytes
    )


def _base(words: Words, model: str | CustomModel | None, catalog: Catalog) -> Query:
    """Return everything of the query but the devices."""
    said = words.said
    quant = _quant(said)
    if len({one.id for one in said.quants}) >= 3 and "recommend_quant" in words.cues:  # noqa: PLR2004
        quant = None
    context = _context(said, model, catalog)
    prompt = said.prompts[0].value if said.prompts else None
    return Query(
        model=model,
        quant=quant.id if quant else None,
        bits_per_weight=quant.bits if quant else None,
        file_size_bytes=round(said.file_size_bytes) if said.file_size_bytes else None,
        ram=_ram(said),
        context_tokens=context,
        kv_quant=said.kv_quant,
        backend=said.backend,
        gpu_layers=said.gpu_layers,
        gpu_share=said.gpu_share,
        cpu_moe_layers=_expert_layers(said, model, catalog),
        split=said.split,
        prompt_tokens=int(prompt) if prompt else None,
        users=said.users,
        draft_model=_draft(said, model, catalog),
    )


def _draft(said: Parsed, model: str | CustomModel | None, catalog: Catalog) -> str | None:
    """Return the id of the draft that is named, or as it was spelled where the catalog has none."""
    spelled = said.draft
    if spelled is None or "/" in spelled:
        return spelled
    names = [spelled]
    if spelled[0].isdecimal() and isinstance(model, str):
        names.append(f"{catalog.models[model].family} {spelled}")
    return next((one for name in names if (one := model_names(catalog).find(name))), spelled)


def _expert_layers(said: Parsed, model: str | CustomModel | None, catalog: Catalog) -> int | None:
    """Return how many layers have their experts in RAM; all of them is what the model has."""
    layers = said.cpu_moe_layers
    if layers is None or not isinstance(model, str):
        return layers
    return min(layers, catalog.models[model].layers)


def _as_prompts(said: Parsed) -> None:
    """Take a bare count of tokens for the prompt, where the wait for it is asked."""
    if not said.prompts and said.contexts and all(one.kind == "bare" for one in said.contexts):
        said.prompts, said.contexts = said.contexts, []


def _quant(said: Parsed) -> QuantSaid | None:
    """Return the quant that is asked about: of three or more, the last."""
    ids = list(dict.fromkeys(one.id for one in said.quants))
    if not ids:
        return None
    return said.quants[-1] if len(ids) >= 3 else said.quants[0]  # noqa: PLR2004


def _context(said: Parsed, model: str | CustomModel | None, catalog: Catalog) -> int | None:
    order = {"flag": 0, "context": 1, "bare": 2}
    if len({one.value for one in said.contexts}) >= 3:  # noqa: PLR2004
        bare = all(one.kind == "bare" for one in said.contexts)
        if bare:
            return None
    if said.contexts:
        return int(min(said.contexts, key=lambda one: (order.get(one.kind, 1), -one.first)).value)
    if said.full_context and isinstance(model, str):
        return catalog.models[model].context_max
    return None


def _ram(said: Parsed) -> Ram | None:
    values = (
        said.ram_bytes,
        said.ram_type,
        said.ram_mt_per_s,
        said.ram_channels,
        said.ram_bandwidth,
    )
    if all(one is None for one in values):
        return None
    size = round(said.ram_bytes) if said.ram_bytes else None
    return Ram(size, said.ram_type, said.ram_mt_per_s, said.ram_channels, said.ram_bandwidth)
