"""Records behave as frozen dataclasses do."""

import copy
import dataclasses
import pickle
from functools import cached_property
from typing import Any

import pytest

from catalog.record import fresh, mutable, record, replace


@record
class Card:
    """A card."""

    name: str
    memory: int = 24
    tags: tuple[str, ...] = ()

    @property
    def big(self) -> bool:
        """Return whether it is big."""
        return self.memory > 16


@record
class One:
    """A single field."""

    value: int


@record
class Cached:
    """A sum that is kept."""

    a: int
    b: int

    @cached_property
    def total(self) -> int:
        """Return the sum."""
        return self.a + self.b


ANY_CARD: Any = Card
"""The same to a type checker that would refuse what these tests try."""


def test_fields_are_taken_by_place_and_by_name() -> None:
    assert Card("RTX 3090") == Card(name="RTX 3090", memory=24, tags=())
    assert Card("RTX 3090") != Card("RTX 3090", 12)
    assert ANY_CARD("x") != "x"
    assert Card("RTX 3090").big
    assert One(3) == One(value=3)
    with pytest.raises(TypeError):
        ANY_CARD()
    with pytest.raises(TypeError):
        ANY_CARD("x", colour="red")


def test_a_record_never_changes() -> None:
    card = ANY_CARD("x")
    with pytest.raises(AttributeError):
        card.memory = 1
    with pytest.raises(AttributeError):
        del card.memory
    with pytest.raises(AttributeError):
        card.other = 1


def test_equal_records_are_one_in_a_set() -> None:
    assert len({Card("x"), Card("x"), Card("y"), One(1), One(1)}) == 3


def test_replace_makes_a_changed_copy() -> None:
    assert replace(Card("x"), memory=8) == Card("x", 8)
    assert dataclasses.replace(ANY_CARD("x"), memory=8) == Card("x", 8)
    with pytest.raises(TypeError):
        replace(Card("x"), colour="red")


def test_dataclasses_understands_them() -> None:
    assert dataclasses.is_dataclass(Card)
    assert [field.name for field in dataclasses.fields(Card)] == ["name", "memory", "tags"]
    assert dataclasses.asdict(ANY_CARD("x")) == {"name": "x", "memory": 24, "tags": ()}


def test_match_takes_them_apart() -> None:
    match Card("x", 8):
        case Card(name, memory):
            assert (name, memory) == ("x", 8)
        case _:
            pytest.fail("no match")


def test_they_travel() -> None:
    assert pickle.loads(pickle.dumps(Card("x", 8))) == Card("x", 8)  # noqa: S301
    assert copy.deepcopy(Card("x", 8)) == Card("x", 8)


def test_they_show_themselves() -> None:
    assert repr(Card("x")) == "Card(name='x', memory=24, tags=())"


def test_what_is_cached_stays() -> None:
    one = Cached(1, 2)
    assert one.total == 3
    assert one.total == 3
    assert one == Cached(1, 2)


@mutable
class Heap:
    """What is still being filled."""

    name: str
    stones: list[int] = fresh(factory=list)
    top: int | None = None


def test_a_mutable_default_is_made_anew() -> None:
    one: Any = Heap("a")
    two = Heap("b", [7])
    one.stones.append(1)
    one.top = 1
    assert one == Heap("a", [1], 1)
    assert Heap("a").stones == []
    assert two.stones == [7]
    with pytest.raises(TypeError):
        hash(one)
    with pytest.raises(AttributeError):
        one.other = 1
