"""How a default is written down beside the value."""

from core.message import Message
from core.reading import Assumption, Basis


def take(taken: list[Assumption], slot: str, value: str) -> str:
    """Write down that `slot` takes the default `value`, and return it."""
    taken.append(Assumption(slot, value, Message(f"assume.default.{slot}"), Basis.DEFAULT))
    return value
