"""How a default is written down beside the value."""

from functools import lru_cache

from core.message import Message
from core.reading import Assumption, Basis


def take(taken: list[Assumption], slot: str, value: str) -> str:
    """Write down that `slot` takes the default `value`, and return it."""
    taken.append(_default(slot, value))
    return value


@lru_cache(maxsize=1_024)
def _default(slot: str, value: str) -> Assumption:
    return Assumption(slot, value, Message(f"assume.default.{slot}"), Basis.DEFAULT)
