"""What a person must know before trusting the numbers, most serious first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from catalog.records import DeviceKind
from core.estimate.findings import Findings
from core.figures import Fits
from core.message import Message
from core.workload import Workload

OLD_CARDS: Final = ("pascal", "maxwell", "kepler")


def cautions(work: Workload, found: Findings) -> Iterator[Message]:
    """Yield the warnings of an estimate as messages whose codes begin with ``warn.``."""
    yield from _of_memory(work, found)
    yield from _contradictions(work)
    yield from _of_devices(work)
    if found.speculation and found.speculation.refused:
        yield found.speculation.refused


def _of_memory(work: Workload, found: Findings) -> Iterator[Message]:
    rest, needed, available = found.offload, work.demand.needed_bytes, work.available_bytes
    over = max(needed - available, 0.0)
    if found.fits is Fits.NO and not work.disk_bytes:
        yield Message.of("warn.engine_needs_all", engine=work.setup.engine, over=over)
    elif found.fits is Fits.NO:
        yield Message.of("warn.disk_streaming", needed=needed, disk=work.disk_bytes)
    elif rest and rest.kind == "spill":
        yield Message.of("warn.spill_risk", over=over)
    elif rest and rest.cliff:
        layers = rest.total_layers - rest.gpu_layers
        code = "warn.offload_cliff" if over else "warn.offload_cliff.chosen"
        yield Message.of(code, over=over, layers=layers, total=rest.total_layers)
    elif rest:
        yield Message.of("warn.experts_on_cpu", layers=rest.cpu_moe_layers or 0)
    elif found.fits is Fits.TIGHT:
        yield Message.of("warn.tight_memory", needed=needed, available=available)


def _contradictions(work: Workload) -> Iterator[Message]:
    """Yield what the query says that cannot be so."""
    setup, query = work.setup, work.setup.query
    most = setup.model.context_max
    if most and setup.context_tokens > most:
        yield Message.of("warn.context_over_model_max", context=setup.context_tokens, most=most)
    if setup.slots[0].device.kind is DeviceKind.CPU and query.gpu_layers:
        yield Message.of("warn.ngl_without_gpu", layers=query.gpu_layers)
    if query.cpu_moe_layers and not setup.model.is_moe:
        yield Message.of("warn.moe_flag_on_dense", model=setup.model.name)
    if query.split == "tensor" and sum(slot.count for slot in work.slots) == 1:
        yield Message("warn.tensor_needs_two")


def _of_devices(work: Workload) -> Iterator[Message]:
    first, count = work.slots[0].device, sum(slot.count for slot in work.slots)
    if count > 1 and first.kind is DeviceKind.GPU:
        is_tensor = work.setup.query.split in ("tensor", "row")
        code = "warn.tensor_not_linear" if is_tensor else "warn.layer_split_adds_capacity"
        yield Message.of(code, count=count)
    if first.laptop:
        yield Message.of(
            "warn.laptop_card", device=first.name, bandwidth=first.bandwidth_bytes_per_s
        )
    if first.hardware_class == "cpu-numa":
        yield Message.of("warn.numa", device=first.name)
    if work.setup.backend in ("vllm", "exllama") and any(
        old in first.hardware_class for old in OLD_CARDS
    ):
        yield Message.of("warn.old_card", device=first.name, engine=work.setup.engine)
