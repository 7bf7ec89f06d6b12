"""Which model is meant by a name, by a size, or by both."""

from __future__ import annotations

from typing import Final

from catalog.load import Catalog
from core.message import Message
from core.parse.parsed import ModelSaid, Parsed
from core.parse.sizes import BY_SIZE
from core.query import CustomModel
from core.reading import Assumption

BILLION: Final = 1e9


SAME_SIZE: Final = 0.04


ACTIVE_SLACK: Final = 0.25


def distinct_models(said: Parsed) -> list[ModelSaid]:
    """Return the models, each once: "qwen3 30b-a3b, 30B" names one."""
    found: list[ModelSaid] = []
    for one in said.models:
        last = found[-1] if found else None
        if last and last.id and one.params and one.first - last.last <= 3:  # noqa: PLR2004
            last.params, last.active = one.params, one.active
            continue
        if last and one.id and last.id == one.id:
            continue
        if last and not last.id and one.id and one.first - last.last <= 2:  # noqa: PLR2004
            one.params, one.active = last.params, last.active
            found[-1] = one
            continue
        found.append(one)
    return found


def without_repeats(models: list[ModelSaid], catalog: Catalog) -> list[ModelSaid]:
    """Return the models but for a size alone that a name says too: "70B … Llama-2-70B"."""
    named = [catalog.models[one.id].params_total for one in models if one.id]
    return [one for one in models if one.id or one.active or not _is_among(one.params, named)]


def _is_among(params: float | None, sizes: list[float]) -> bool:
    return params is not None and any(abs(size - params) < SAME_SIZE * params for size in sizes)


def meant_model(
    one: ModelSaid, catalog: Catalog, taken: list[Assumption]
) -> str | CustomModel | None:
    """Return the id that is meant, or the stated size where the catalog holds nothing like it."""
    if one.id and (not one.params or _sized(one, catalog)):
        return one.id
    if one.id:
        family = catalog.models[one.id].family
        if found := _by_size(one, catalog, family):
            return found[0]
    if not one.params:
        return one.id or None
    size = f"{one.params / BILLION:g}B" + (f"-A{one.active / BILLION:g}B" if one.active else "")
    found = _by_size(one, catalog, None)
    if found and not one.id:
        why = Message.of("assume.model.size", size=size)
        taken.append(Assumption("model", found[0], why, others=found[1:4]))
        return found[0]
    taken.append(Assumption("model", size, Message.of("note.unknown_model", size=size)))
    return CustomModel(one.params, one.active)


def _sized(one: ModelSaid, catalog: Catalog) -> bool:
    model = catalog.models[one.id]
    return one.params is None or abs(model.params_total / one.params - 1) < 0.12  # noqa: PLR2004


def _by_size(one: ModelSaid, catalog: Catalog, family: str | None) -> tuple[str, ...]:
    """Return the catalog models of the said size, those that people mean by it first."""
    params = one.params or 0.0
    known = BY_SIZE.get(f"{params / BILLION:g}", ())

    def suits(model_id: str) -> bool:
        model = catalog.models[model_id]
        if one.active and not (
            model.is_moe
            and abs((model.params_active_official or model.params_active) / one.active - 1)
            < ACTIVE_SLACK
        ):
            return False
        return family is None or model.family == family

    found = [m for m in known if suits(m)]
    near = [
        m
        for m in catalog.models.values()
        if abs(m.params_total / params - 1) < SAME_SIZE and m.id not in found and suits(m.id)
    ]
    near.sort(key=lambda m: m.release, reverse=True)
    if family is None and not one.active and not found:
        return tuple(m.id for m in near[:4])
    return tuple(found + [m.id for m in near])
