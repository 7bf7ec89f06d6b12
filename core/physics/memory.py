"""How much of a device's memory a model may use, and what it needs besides weights and cache."""

from typing import Final

from catalog.records import Device, DeviceKind

GIB_PER_GB: Final = 2**30 / 10**9
DRIVER_SHARE: Final = 0.02  # a sold "24 GB" leaves 23.5: context of the driver and the desktop
APPLE_BORDER_BYTES: Final = 36e9  # up to here macOS gives the GPU two thirds, above three quarters
APPLE_SMALL, APPLE_LARGE = 2 / 3, 3 / 4
UNIFIED_SHARE: Final = 0.92  # GTT or carve-out that people set on Strix Halo and GB10
SYSTEM_BYTES: Final = 4e9  # operating system and desktop in system memory
CARD_BRIM, SHARED_BRIM = 0.98, 0.95  # what loads at all of the bytes that are there
CONTEXT_BYTES: Final = 0.35e9  # CUDA/ROCm/Metal context and its workspaces
MICRO_BATCH_TOKENS: Final = 512  # llama.cpp's default -ub
LOGIT_BYTES: Final = 4
ACTIVATION_COPIES: Final = 8


def usable_bytes(device: Device, memory_bytes: float) -> float:
    """Return what a model may take of `memory_bytes` [B] as the device is sold.

    Apple: the GPU's working set, two thirds up to 36 GB and three quarters above. Unified PCs and
    boards: what is commonly handed to the GPU. System memory: all but the operating system.
    """
    match device.kind:
        case DeviceKind.APPLE:
            return memory_bytes * (
                APPLE_SMALL if memory_bytes <= APPLE_BORDER_BYTES else APPLE_LARGE
            )
        case DeviceKind.UNIFIED:
            return min(
                memory_bytes * UNIFIED_SHARE, max(memory_bytes - SYSTEM_BYTES, memory_bytes / 2)
            )
        case DeviceKind.CPU:
            return max(memory_bytes - SYSTEM_BYTES, memory_bytes * 0.6)
        case DeviceKind.GPU:
            return memory_bytes * (1 - DRIVER_SHARE)


def brim_bytes(device: Device, memory_bytes: float) -> float:
    """Return the most that loads at all when nothing else is held [B].

    Memory is sold in GB and made in GiB: a "24 GB" card holds 25.8e9 bytes.
    """
    if device.kind is DeviceKind.GPU:
        return memory_bytes * GIB_PER_GB * CARD_BRIM
    return usable_bytes(device, memory_bytes) * GIB_PER_GB * SHARED_BRIM


def overhead_bytes(*, vocab: int, hidden: int, context_tokens: float) -> float:
    """Return compute buffers and driver context of one device [B].

    o = c + u · (4·V + 4·8·h + 2·n): logits, activations and attention mask of a micro-batch of
    u = 512 tokens, with `vocab` V, `hidden` h and context n [tokens]. Engines differ by a factor
    of two either way; the driver's own context is in c.

    >>> round(overhead_bytes(vocab=128_256, hidden=4_096, context_tokens=8_192) / 1e9, 2)
    0.69
    """
    per_token = LOGIT_BYTES * vocab + LOGIT_BYTES * ACTIVATION_COPIES * hidden + 2 * context_tokens
    return CONTEXT_BYTES + MICRO_BATCH_TOKENS * per_token
