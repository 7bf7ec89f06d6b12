"""Two or more estimates side by side: which is faster, by how much, and why."""

from __future__ import annotations

from typing import Final

from core.figures import Comparison, Estimate, Fits

EVEN_RATIO: Final = 1.06  # sources differ by 8 % on one and the same configuration
SAME_SHARE: Final = 0.05


def compare(estimates: tuple[Estimate, ...]) -> Comparison:
    """Return who wins among `estimates` (two or more) and the reason for it."""
    order = sorted(range(len(estimates)), key=lambda i: -estimates[i].decode.mid)
    winner, loser = order[0], order[-1]
    first, last = estimates[winner], estimates[loser]
    ratio = first.decode.mid / last.decode.mid if last.decode.mid else 1.0
    reason, own, other = _reason(first, last)
    return Comparison(
        estimates=estimates,
        winner=winner,
        loser=loser,
        ratio=ratio,
        is_even=ratio < EVEN_RATIO,
        reason=reason,
        winner_value=own,
        loser_value=other,
    )


def _reason(first: Estimate, last: Estimate) -> tuple[str, float, float]:
    """Return what sets them apart most, with its two numbers."""
    if _is_whole(first) and not _is_whole(last):
        return "fits", _over_bytes(first), _over_bytes(last)
    reads, other_reads = _read_bytes(first), _read_bytes(last)
    speed, other_speed = bandwidth_bytes_per_s(first), bandwidth_bytes_per_s(last)
    fewer, faster = other_reads / reads, speed / other_speed
    if max(abs(fewer - 1), abs(faster - 1)) < SAME_SHARE:
        if _cards(first) != _cards(last):
            return "cards", speed, other_speed
        is_same = first.query.devices == last.query.devices
        return ("backend" if is_same else "same_bandwidth"), speed, other_speed
    if fewer > faster:
        return "bytes", reads, other_reads
    return "bandwidth", speed, other_speed


def _is_whole(one: Estimate) -> bool:
    return one.fits in (Fits.YES, Fits.TIGHT)


def _over_bytes(one: Estimate) -> float:
    return max(0.0, one.memory.needed_bytes - one.memory.available_bytes)


def _read_bytes(one: Estimate) -> float:
    return one.weights_read_bytes + one.kv_read_bytes


def _cards(one: Estimate) -> int:
    return sum(part.count for part in one.placed)


def bandwidth_bytes_per_s(one: Estimate) -> float:
    """Return the bandwidth at which its bytes are read, by the ceiling: bytes · ceiling [B/s]."""
    return one.ceiling_tok_s * one.weights_read_bytes
