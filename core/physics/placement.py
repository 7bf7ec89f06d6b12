"""Where the bytes go: which layers and experts stay on the devices, and what does not."""

from __future__ import annotations

from math import floor
from typing import Final

from catalog.record import record

DISK_BYTES_PER_S: Final = 3e9  # a PCIe 4.0 NVMe drive in long random reads of a mapped file


@record
class Demand:
    """What one configuration has to store and read, in bytes, and how many layers share it.

    `expert_stored_bytes` is the routed experts' part of `weights_bytes`, in `moe_layers` layers.
    """

    weights_bytes: float
    expert_stored_bytes: float
    kv_bytes: float
    overhead_bytes: float
    layers: int
    moe_layers: int

    @property
    def needed_bytes(self) -> float:
        """Return all of it together."""
        return self.weights_bytes + self.kv_bytes + self.overhead_bytes


@record
class Split:
    """How a demand is shared out. Shares are of the dense weights, the experts, the KV cache.

    `kind` is "" (all on the devices), layers, experts or spill.
    """

    kind: str
    gpu_layers: int
    cpu_moe_layers: int
    dense_share: float
    expert_share: float
    kv_share: float

    def weights_on_gpu_bytes(self, demand: Demand) -> float:
        """Return the bytes of weights that stay on the devices."""
        dense = demand.weights_bytes - demand.expert_stored_bytes
        return self.dense_share * dense + self.expert_share * demand.expert_stored_bytes


def whole(demand: Demand) -> Split:
    """Return everything on the devices."""
    return Split("", demand.layers, 0, 1.0, 1.0, 1.0)


def by_layers(demand: Demand, gpu_layers: int) -> Split:
    """Return `gpu_layers` whole layers on the devices, as ``-ngl`` does; the rest on the CPU."""
    kept = max(0, min(gpu_layers, demand.layers))
    share = kept / demand.layers
    kind = "" if kept == demand.layers else "layers"
    return Split(kind, kept, 0, share, share, share)


def by_experts(demand: Demand, cpu_moe_layers: int) -> Split:
    """Return all but the experts of `cpu_moe_layers` layers on the devices (``--n-cpu-moe``)."""
    moved = max(0, min(cpu_moe_layers, demand.moe_layers))
    share = 1 - moved / demand.moe_layers if demand.moe_layers else 1.0
    return Split("experts" if moved else "", demand.layers, moved, 1.0, share, 1.0)


def spilled(demand: Demand, usable_bytes: float) -> Split:
    """Return all layers on the device where the driver pages what is too much (Windows, WSL)."""
    share = min(1.0, usable_bytes / demand.needed_bytes)
    return Split("spill", demand.layers, 0, share, share, share)


def layers_that_fit(demand: Demand, usable_bytes: float) -> int:
    """Return how many whole layers the devices hold.

    l = ⌊(M − o) ÷ ((W + KV) / L)⌋, with `usable_bytes` M [B], overhead o, weights W, cache KV and
    layers L of the `demand`. Layers are taken as equal.

    >>> layers_that_fit(Demand(20e9, 0.0, 12e9, 1e9, 64, 0), 17e9)
    32
    """
    each = (demand.weights_bytes + demand.kv_bytes) / demand.layers
    room = usable_bytes - demand.overhead_bytes
    return max(0, min(demand.layers, floor(room / each))) if each > 0 else demand.layers


def experts_to_move(demand: Demand, usable_bytes: float) -> int | None:
    """Return the fewest layers whose experts must leave, or None where that is not enough."""
    over = demand.needed_bytes - usable_bytes
    if over <= 0:
        return 0
    if not demand.moe_layers or over > demand.expert_stored_bytes:
        return None
    each = demand.expert_stored_bytes / demand.moe_layers
    return min(demand.moe_layers, -floor(-over / each))


def automatic(demand: Demand, usable_bytes: float) -> Split:
    """Return how a person advised well would place it: experts first, else whole layers."""
    if demand.needed_bytes <= usable_bytes:
        return whole(demand)
    moved = experts_to_move(demand, usable_bytes)
    if moved is not None:
        return by_experts(demand, moved)
    return by_layers(demand, layers_that_fit(demand, usable_bytes))
