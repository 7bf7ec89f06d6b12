"""A string that must not be seen."""


class Secret:
    """Holds a secret; its `repr`, `str` and format say nothing of it.

    >>> f"{Secret('hunter2')}"
    'Secret(***)'
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """Return the secret itself, for the client that sends it."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(***)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)
