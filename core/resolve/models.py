"""Which model is meant by a name, by a size, or by both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from catalog.load import Catalog
from catalog.record import replace
from core.match import model_names
from core.message import Message
from core.parse.parsed import ModelSaid, Parsed
from core.parse.sizes import BY_SIZE
from core.parse.tokens import Token
from core.parse.tongue import is_usual
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


def with_misspelt(
    models: list[ModelSaid], tokens: Sequence[Token], used: set[int], catalog: Catalog
) -> list[ModelSaid]:
    """Return the models with the name found that stands misspelt before a size: "gema 3 27b"."""
    for one in models:
        start = one.first
        while (
            start > 0 and one.first - start < NAME_REACH and _may_be_name(tokens, start - 1, used)
        ):
            start -= 1
        words = [t.text for t in tokens[start : one.last + 1] if t.is_word or t.is_number]
        if one.id or one.active or len(words[0]) < SHORTEST_NAME or not words[0].isalpha():
            continue
        if found := model_names(catalog).find(" ".join(words)):
            one.id, one.first = found, start
    return models


def _may_be_name(tokens: Sequence[Token], at: int, used: set[int]) -> bool:
    token = tokens[at]
    if at in used or is_usual(token.text):
        return False
    return token.is_word or token.is_number or (token.text in "-_" and tokens[at + 1].joined)


NAME_REACH: Final = 4  # tokens before a size that may spell its name
SHORTEST_NAME: Final = 4


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


def with_dimensions(
    model: str | CustomModel | None, said: Parsed, catalog: Catalog, taken: list[Assumption]
) -> str | CustomModel | None:
    """Return the model with the dimensions that were stated of it, which outrank any row."""
    if said.kv_heads is None or model is None:
        return model
    taken[:] = [one for one in taken if one.slot != "model"]
    if isinstance(model, str):
        known, first = catalog.models[model], said.models[0]
        active = known.params_active if known.is_moe and first.id else None
        model = CustomModel(first.params or known.params_total, first.active or active)
    return replace(model, layers=said.layers, kv_heads=said.kv_heads, head_dim=said.head_dim)


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
