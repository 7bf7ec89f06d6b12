"""Everything a diagnosis looks at, in one place."""

from dataclasses import dataclass, replace
from typing import Final

from catalog.load import Catalog
from catalog.records import Device, DeviceKind
from core.figures import Estimate, Fits
from core.message import Message
from core.query import Query, Ram
from core.reading import LogReading, Reading, Resolved

_OLD_CLASSES: Final = ("pascal", "maxwell", "kepler", "gcn")
"""Hardware classes whose fp16 is slow or whose kernels are no longer made."""
_READ_BY_A_GPU: Final = 20.0
"""Prompt speed over writing speed that no CPU reaches."""
_ROOM: Final = 1.25
"""How much RAM a model needs beside its own bytes."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The reading, its estimate, and the pieces of both that the rules ask for."""

    reading: Reading
    estimate: Estimate | None
    catalog: Catalog
    side: Resolved
    hints: frozenset[str]
    facts: dict[str, Message]
    devices: tuple[Device, ...]

    @property
    def query(self) -> Query:
        """Return what was said of the setup."""
        return self.side.query

    @property
    def log(self) -> LogReading | None:
        """Return what the pasted log said."""
        return self.reading.log

    @property
    def measured_tok_s(self) -> float | None:
        """Return the speed to judge: their own, else the log's, else the one they ask about."""
        if self.query.measured_tok_s is not None:
            return self.query.measured_tok_s
        from_log = self.log.decode_tok_s if self.log else None
        return from_log if from_log is not None else self.query.target_tok_s

    @property
    def engine(self) -> str:
        """Return the engine as letters only, "" where none was said."""
        name = self.query.engine or (self.log.query.engine if self.log else None) or ""
        return "".join(c for c in name.lower() if c.isalnum())

    @property
    def device_count(self) -> int:
        """Return how many devices other than CPUs there are."""
        return sum(
            use.count
            for use in self.query.devices
            if not (record := self.catalog.devices.get(use.id)) or record.kind is not DeviceKind.CPU
        )

    @property
    def has_gpu(self) -> bool:
        """Return whether a card with memory of its own is in the setup."""
        return any(device.kind is DeviceKind.GPU for device in self.devices)

    @property
    def has_old_gpu(self) -> bool:
        """Return whether a card without fast fp16 or current kernels is in the setup."""
        return any(old in device.hardware_class for device in self.devices for old in _OLD_CLASSES)

    @property
    def fits_whole(self) -> bool:
        """Return whether everything should lie on the devices, as far as we can tell."""
        return self.estimate is not None and self.estimate.fits in {Fits.YES, Fits.TIGHT}

    @property
    def uses_the_gpu(self) -> bool:
        """Return whether the log or the words show that the GPU does the work.

        A prompt that goes in far faster than the answer comes out was read by a GPU.
        """
        if self.saw("all_on_gpu"):
            return True
        layers, log = self.query.gpu_layers, self.log
        if self.estimate and layers is not None and layers >= self.estimate.model.layers:
            return True
        if log is None or not log.decode_tok_s or not log.prefill_tok_s:
            return False
        return log.prefill_tok_s > _READ_BY_A_GPU * log.decode_tok_s

    def said(self, slot: str) -> bool:
        """Return whether the words or the log gave `slot` of the query a value."""
        assumed = {one.slot for one in self.side.assumptions}
        return getattr(self.query, slot) not in (None, ()) and slot not in assumed

    def saw(self, *names: str) -> bool:
        """Return whether any of `names` is among the hints of the words or the log's facts."""
        return any(name in self.hints or name in self.facts for name in names)


def situation_of(reading: Reading, estimate: Estimate | None, catalog: Catalog) -> Situation:
    """Return the situation of the reading's first side."""
    side = reading.sides[0] if reading.sides else Resolved(Query())
    if estimate is not None and _must_have_more_ram(side.query, reading, estimate):
        estimate = _with_enough_ram(estimate, catalog)
    uses = side.query.devices
    facts = {fact.code: fact for fact in reading.log.facts} if reading.log else {}
    return Situation(
        reading=reading,
        estimate=estimate,
        catalog=catalog,
        side=side,
        hints=frozenset(reading.hints),
        facts=facts,
        devices=tuple(catalog.devices[use.id] for use in uses if use.id in catalog.devices),
    )


def _must_have_more_ram(query: Query, reading: Reading, estimate: Estimate) -> bool:
    """Return whether it runs faster than the RAM that was assumed, not said, would let it."""
    measured = query.measured_tok_s or (reading.log.decode_tok_s if reading.log else None)
    said = query.ram is not None and query.ram.size_bytes is not None
    return (
        estimate.fits is Fits.NO
        and not said
        and measured is not None
        and measured > estimate.decode.high
    )


def _with_enough_ram(estimate: Estimate, catalog: Catalog) -> Estimate:
    """Return the estimate of the same setup with RAM for all of the model."""
    from core.estimate import estimate as estimated  # noqa: PLC0415  (rare)

    ram = estimate.query.ram or Ram()
    more = replace(ram, size_bytes=round(_ROOM * estimate.memory.needed_bytes))
    return estimated(replace(estimate.query, ram=more), catalog)


def value(fact: Message, name: str, default: float = 0.0) -> float:
    """Return the number `name` of a fact."""
    found = dict(fact.values).get(name, default)
    return float(found) if isinstance(found, int | float) else default
