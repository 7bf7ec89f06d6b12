"""Everything a diagnosis looks at, in one place."""

from typing import Final

from catalog.load import Catalog
from catalog.record import record, replace
from catalog.records import Device, DeviceKind
from core.figures import Estimate, Fits
from core.message import Message
from core.query import Query, Ram
from core.reading import LogReading, Reading, Resolved

_OLD_CLASSES: Final = ("pascal", "maxwell", "kepler", "gcn")
"""Hardware classes whose fp16 is slow or whose kernels are no longer made."""
_WHOLE_OR_NOT: Final = ("vllm", "sglang", "exllama", "tabby", "mlx")
_READ_BY_A_GPU: Final = 20.0
"""Prompt speed over writing speed that no CPU reaches."""
_CLEARLY: Final = 1.25
"""How far above our interval a speed shows that an assumption was wrong."""
_ROOM: Final = 2.0
"""RAM over the model's bytes that surely holds it; a Mac gives two thirds of it to the GPU."""


@record
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
        found = _measured(self.query, self.log)
        return found if found is not None else self.query.target_tok_s

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
    def never_in_part(self) -> bool:
        """Return whether the engine keeps a model on the GPU as a whole or not at all."""
        return any(name in self.engine for name in _WHOLE_OR_NOT)

    @property
    def uses_the_gpu(self) -> bool:
        """Return whether the log or the words show that the GPU does the work.

        A prompt that goes in far faster than the answer comes out was read by a GPU.
        """
        if self.saw("all_on_gpu") or self.never_in_part:
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
    measured = _measured(side.query, reading.log)
    if estimate is not None and measured is not None and measured > _CLEARLY * estimate.decode.high:
        estimate = _as_it_must_be(estimate, side.query, catalog)
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


def _measured(query: Query, log: LogReading | None) -> float | None:
    return query.measured_tok_s or (log.decode_tok_s if log else None)


def _as_it_must_be(estimate: Estimate, said: Query, catalog: Catalog) -> Estimate:
    """Return the estimate under what a speed above it shows must be so.

    RAM that was assumed and not said must hold the model, or it would not run that fast; and with
    all layers "on the GPU" of a model that does not fit there, its experts must be in RAM.
    """
    from core.estimate import estimate as estimated  # noqa: PLC0415  (rare)

    query, changed = estimate.query, said
    needed, ram = estimate.memory.needed_bytes, query.ram or Ram()
    if estimate.fits is Fits.NO and (said.ram is None or said.ram.size_bytes is None):
        changed = replace(changed, ram=replace(said.ram or ram, size_bytes=round(_ROOM * needed)))
    everything = said.gpu_layers is not None and said.gpu_layers >= estimate.model.layers
    if everything and estimate.fits in {Fits.OFFLOAD, Fits.NO}:
        changed = replace(changed, gpu_layers=None)
    if changed == said:
        return estimate
    return estimated(changed, catalog)


def value(fact: Message, name: str, default: float = 0.0) -> float:
    """Return the number `name` of a fact."""
    found = dict(fact.values).get(name, default)
    return float(found) if isinstance(found, int | float) else default
