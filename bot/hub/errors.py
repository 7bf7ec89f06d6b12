"""Why a repository could not be read, as sentences for the person who asked."""

from __future__ import annotations

from core.errors import HowfastError
from core.message import Message


class HubError(HowfastError):
    """A repository that cannot be read; `why` says so in any language."""

    def __init__(self, code: str, repository: str = "") -> None:
        super().__init__(f"{code} {repository}".strip())
        self.why = Message.of(f"hub.{code}", repository=repository)
        self.code = code
