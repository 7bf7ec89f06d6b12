"""A catalog with a few records more, for one question about something it does not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from catalog.load import Catalog, Files
from catalog.records import FileSize, Model

SPELLED: Final = "hubmodel"  # the word that means the added model in a question


class MoreFiles(Files):
    """Published files, with those of one more model."""

    def __init__(self, base: Files, added: Sequence[FileSize]) -> None:
        super().__init__("")
        self._base = base
        self._added: dict[tuple[str, str], tuple[FileSize, ...]] = {}
        for one in added:
            place = (one.model, one.quant)
            self._added[place] = (*self._added.get(place, ()), one)

    @property
    def by_model_and_quant(self) -> Mapping[tuple[str, str], tuple[FileSize, ...]]:
        """Return all files."""
        return {**self._base.by_model_and_quant, **self._added}

    def sizes(self, model: str, quant: str) -> tuple[FileSize, ...]:
        """Return the published files of `model` in `quant` (ids), or an empty tuple."""
        return self._added.get((model, quant)) or self._base.sizes(model, quant)


class Overlay(Catalog):
    """A catalog with one model more, and the words that mean it in a question."""

    def __init__(
        self, base: Catalog, model: Model, files: Sequence[FileSize] = (), spelled: str = ""
    ) -> None:
        models = {**base.models, model.id: model}
        super().__init__(models, base.devices, base.quants, base.kv_quants, base.links)
        self.base = base
        self.added = model
        self.spelled = spelled
        self._more = tuple(files)

    @property
    def cpus(self) -> Mapping[str, str]:
        """Names of processors, as the base has them."""
        return self.base.cpus

    @property
    def files(self) -> Files:
        """Return published files with those of the model that was added."""
        made = self.__dict__.get("_files")
        if made is None:
            made = self.__dict__["_files"] = MoreFiles(self.base.files, self._more)
        return made
