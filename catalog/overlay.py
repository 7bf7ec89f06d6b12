"""A catalog with records more than it ships with: models that were read from their own files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from catalog.load import Catalog, Files
from catalog.records import FileSize, Model

SPELLED: Final = "hubmodel"  # the word that means the added model in a question
MOST_ADDED: Final = 512


class _Models(Mapping[str, Model]):
    """Models by id. What was added is found by its id and listed nowhere: nobody is advised it."""

    def __init__(self, base: Mapping[str, Model]) -> None:
        self._base = base
        self.added: dict[str, Model] = {}

    def __getitem__(self, one: str) -> Model:
        found = self._base.get(one)
        return self.added[one] if found is None else found

    def __iter__(self) -> Iterator[str]:
        return iter(self._base)

    def __len__(self) -> int:
        return len(self._base)

    def __contains__(self, one: object) -> bool:
        return one in self._base or one in self.added


class _Files(Files):
    """Published files, with those of the models that were added."""

    def __init__(self, base: Files) -> None:
        super().__init__("")
        self._base = base
        self.added: dict[str, dict[str, tuple[FileSize, ...]]] = {}

    @property
    def by_model_and_quant(self) -> Mapping[tuple[str, str], tuple[FileSize, ...]]:
        """Return all files."""
        more = {(m, q): files for m, quants in self.added.items() for q, files in quants.items()}
        return {**self._base.by_model_and_quant, **more}

    def sizes(self, model: str, quant: str) -> tuple[FileSize, ...]:
        """Return the published files of `model` in `quant` (ids), or an empty tuple."""
        own = self.added.get(model)
        return self._base.sizes(model, quant) if own is None else own.get(quant, ())


class Shelf(Catalog):
    """A catalog beside which models are put as they are read, at most `MOST_ADDED`."""

    def __init__(self, base: Catalog) -> None:
        self._models = _Models(base.models)
        super().__init__(self._models, base.devices, base.quants, base.kv_quants, base.links)
        self.base = base
        self._added_files: dict[str, dict[str, tuple[FileSize, ...]]] = {}
        self._files: _Files | None = None

    def put(self, model: Model, files: Sequence[FileSize]) -> None:
        """Add `model` with its files."""
        while len(self._models.added) >= MOST_ADDED:
            oldest = next(iter(self._models.added))
            del self._models.added[oldest]
            self._added_files.pop(oldest, None)
        self._models.added[model.id] = model
        self._added_files[model.id] = {one.quant: (one,) for one in files}

    @property
    def cpus(self) -> Mapping[str, str]:
        """Names of processors, as the base has them."""
        return self.base.cpus

    @property
    def files(self) -> Files:
        """Return published files with those of the models that were added."""
        if self._files is None:
            self._files = _Files(self.base.files)
            self._files.added = self._added_files
        return self._files


class Overlay(Shelf):
    """A catalog with one model more, and the word that means it in a question."""

    def __init__(
        self, base: Catalog, model: Model, files: Sequence[FileSize] = (), spelled: str = ""
    ) -> None:
        super().__init__(base)
        self.put(model, files)
        self.added = model
        self.spelled = spelled
