"""Every way the core can refuse, in one tree."""


class HowfastError(Exception):
    """Base of all errors that a front end may show to a person."""


class QuestionTooLongError(HowfastError):
    """The question is longer than the bounds of `core.question`."""


class UnknownNameError(HowfastError):
    """A name that is not in the catalog; `nearest` are the closest that are."""

    def __init__(self, slot: str, name: str, nearest: tuple[str, ...]) -> None:
        super().__init__(f"unknown {slot}: {name}")
        self.slot = slot
        self.name = name
        self.nearest = nearest


class KeyFormatError(HowfastError):
    """A query key that cannot be read back."""
