"""A sentence not yet in any language: a code and the numbers and names that go into it."""

from typing import Any

from catalog.record import record


@record
class Message:
    """What is to be said. `code` names a phrase of every language pack, `values` fill it.

    Numbers stay raw and in SI (bytes, seconds, tokens per second): the phrase says how each is
    written, so a language decides on its own decimal comma and units.
    """

    code: str
    values: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, code: str, **values: object) -> "Message":
        """Return the message `code` with `values`."""
        return cls(code, tuple(values.items()))
