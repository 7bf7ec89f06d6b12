"""Frozen records with slots, made at a fifth of a dataclass's cost.

A cold command makes some seventy record types. `dataclasses` builds each with six compiled
functions and imports `inspect`, together 50 of the 120 ms that a whole answer may take; here all
types with as many fields share one. To everything else a record looks like a frozen dataclass.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
F = TypeVar("F")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Return `cls` as a frozen record of its annotated fields.

    Defaults must be immutable. A class with a `cached_property` keeps a `__dict__` for it.

    >>> @record
    ... class Point:
    ...     x: float
    ...     y: float = 0.0
    >>> replace(Point(1.0), y=2.0)
    Point(x=1.0, y=2.0)
    """
    space = dict(cls.__dict__)
    space |= {"__setattr__": _refuse, "__delattr__": _refuse, "__hash__": _hashed}
    return _built(cls, space, _filled)


def fresh(*, factory: Callable[[], F]) -> F:
    """Return the default of a field of a `mutable` class that `factory` makes anew each time."""
    return _Fresh(factory)  # type: ignore[return-value]


@dataclass_transform(field_specifiers=(fresh,))
def mutable(cls: type[T]) -> type[T]:
    """Return `cls` as a class with slots for its annotated fields, for what is still being filled.

    >>> @mutable
    ... class Heap:
    ...     stones: list[int] = fresh(factory=list)
    >>> heap = Heap()
    >>> heap.stones.append(1)
    >>> heap, Heap()
    (Heap(stones=[1]), Heap(stones=[]))
    """
    return _built(cls, dict(cls.__dict__) | {"__hash__": None}, _initializer)


Initializer = Callable[[tuple[str, ...], dict[str, object]], FunctionType]


def _built(cls: type[T], space: dict[str, Any], initializer: Initializer) -> type[T]:
    names = tuple(space.get("__annotations__", ()))
    defaults = {name: space.pop(name) for name in names if name in space}
    for own in ("__dict__", "__weakref__"):
        space.pop(own, None)
    caches = any(isinstance(value, cached_property) for value in space.values())
    space |= {
        "__slots__": (*names, "__dict__") if caches else names,
        "__match_args__": names,
        "__init__": initializer(names, defaults),
        "__reduce__": lambda self: (type(self), _values(self)),
        "__dataclass_fields__": _Fields(names, defaults),
        "_values": _getter(names),
        "_places": {name: at for at, name in enumerate(names)},
    }
    space.setdefault("__eq__", _equal)
    space.setdefault("__repr__", _shown)
    made: type[T] = type(cls).__call__(type(cls), cls.__name__, cls.__bases__, space)
    slots = made.__dict__
    space["__init__"].__globals__.update((f"_set_{name}", slots[name].__set__) for name in names)
    space["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def replace(one: T, /, **changes: object) -> T:
    """Return a copy of the record `one` with `changes`."""
    kind = type(one)
    places: dict[str, int] = kind._places  # type: ignore[attr-defined]  # noqa: SLF001
    values = list(_values(one))
    for name, value in changes.items():
        if name not in places:
            raise TypeError(f"{kind.__name__} has no field {name!r}")
        values[places[name]] = value
    return kind(*values)


@cache
def _pattern(fields: int) -> CodeType:
    """Return the code of an `__init__` that fills that many slots; each type renames it."""
    takes = ", ".join(f"a{at}" for at in range(fields))
    sets = "\n ".join(f"_set_a{at}(self, a{at})" for at in range(fields)) or "pass"
    space: dict[str, Any] = {}
    exec(f"def __init__(self, {takes}):\n {sets}", space)  # noqa: S102
    code: CodeType = space["__init__"].__code__
    return code


def _filled(names: tuple[str, ...], defaults: dict[str, object]) -> FunctionType:
    """Return an `__init__` that fills the slots of a record, past its own `__setattr__`."""
    if tuple(defaults) != names[len(names) - len(defaults) :]:
        raise TypeError("a field without a default follows one with a default")
    setters = tuple(f"_set_{name}" for name in names)
    code = _pattern(len(names)).replace(co_varnames=("self", *names), co_names=setters)
    return FunctionType(code, {}, "__init__", tuple(defaults.values()))


def _initializer(names: tuple[str, ...], defaults: dict[str, object]) -> FunctionType:
    """Return an `__init__` that takes the fields by place or by name."""
    space: dict[str, Any] = {f"_default_{name}": value for name, value in defaults.items()}
    takes = ", ".join(f"{n}=_default_{n}" if n in defaults else n for n in names)
    sets = "\n ".join(f"self.{n} = {_value(n, defaults.get(n))}" for n in names) or "pass"
    # The names are our own annotations, never a stranger's text.
    exec(f"def __init__(self, {takes}):\n {sets}", space)  # noqa: S102
    made: FunctionType = space["__init__"]
    return made


def _value(name: str, default: object) -> str:
    if isinstance(default, _Fresh):
        return f"_default_{name}.make() if {name} is _default_{name} else {name}"
    return name


class _Fresh:
    """A default that is made anew for each object."""

    def __init__(self, factory: Callable[[], object]) -> None:
        self.make = factory


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """Return the function that reads all fields at once."""
    if len(names) > 1:
        return staticmethod(attrgetter(*names))
    return staticmethod(lambda one: tuple(getattr(one, name) for name in names))


def _values(one: object) -> tuple[object, ...]:
    found: tuple[object, ...] = type(one)._values(one)  # type: ignore[attr-defined]  # noqa: SLF001
    return found


def _equal(self: object, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return _values(self) == _values(other)


def _hashed(self: object) -> int:
    return hash(_values(self))


def _shown(self: object) -> str:
    names: tuple[str, ...] = type(self).__match_args__  # type: ignore[attr-defined]
    said = ", ".join(f"{n}={v!r}" for n, v in zip(names, _values(self), strict=True))
    return f"{type(self).__qualname__}({said})"


def _refuse(self: object, name: str, *_: object) -> None:
    raise AttributeError(f"cannot change {name!r} of a {type(self).__name__}")


class _Fields:
    """The fields as `dataclasses` describes them, made when somebody asks."""

    def __init__(self, names: tuple[str, ...], defaults: dict[str, object]) -> None:
        self._names = names
        self._defaults = defaults
        self._described: dict[str, Any] | None = None

    def __get__(self, one: object, kind: type) -> dict[str, Any]:
        if self._described is None:
            self._described = self._describe(kind)
        return self._described

    def _describe(self, kind: type) -> dict[str, Any]:
        from dataclasses import make_dataclass  # noqa: PLC0415  (few ask, and it is slow to load)

        fields = [
            (name, object, self._defaults[name]) if name in self._defaults else (name, object)
            for name in self._names
        ]
        made: Any = make_dataclass(kind.__name__, fields)
        described: dict[str, Any] = made.__dataclass_fields__
        return described
