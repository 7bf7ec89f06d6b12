"""The two pictures of the accuracy: predicted against measured, and coverage by class."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np

mpl.use("Agg")
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

if TYPE_CHECKING:
    from tests.golden.accuracy import Judged

COLOURS = {  # Okabe and Ito's palette: told apart by colour-blind readers too
    "cuda": "#0072B2",
    "vulkan": "#D55E00",
    "rocm": "#CC79A7",
    "metal": "#009E73",
    "mlx": "#56B4E9",
    "sycl": "#E69F00",
    "vllm": "#332288",
    "exllama": "#999933",
}
TITLES = {"decode": "Decode", "prefill": "Prefill"}


def draw_points(judged: dict[str, dict[str, list[Judged]]], path: Path) -> None:
    """Draw estimates of unseen device-model pairs against what was measured, one dot a pair."""
    figure, axes = plt.subplots(1, 2, figsize=(11, 5.2), layout="constrained")
    for axis, (kind, splits) in zip(axes, judged.items(), strict=True):
        _points(axis, kind, splits["pair"])
    axes[0].legend(frameon=False, fontsize=9, loc="lower right", handletextpad=0.2)
    figure.savefig(path, dpi=130, metadata={"Software": None})
    plt.close(figure)


def _points(axis: Axes, kind: str, every: list[Judged]) -> None:
    pairs: dict[tuple[str, ...], list[Judged]] = defaultdict(list)
    for one in every:
        pairs[one.of.row["backend"], *one.of.pair].append(one)
    for backend, colour in COLOURS.items():
        mine = [group for key, group in pairs.items() if key[0] == backend]
        if mine:
            true = [float(np.median([j.true for j in g])) for g in mine]
            mid = [float(np.median([j.mid for j in g])) for g in mine]
            axis.scatter(true, mid, s=16, color=colour, alpha=0.75, lw=0, label=backend)
    most = [j.true for j in every]
    ends = np.array([min(most) * 0.7, max(most) * 1.4])
    axis.fill_between(ends, ends * 0.8, ends * 1.2, color="#888888", alpha=0.18, lw=0)
    axis.plot(ends, ends, color="#555555", lw=0.8)
    axis.set(xscale="log", yscale="log", xlim=ends, ylim=ends)
    axis.set_xlabel("measured [tok/s]")
    axis.set_ylabel("estimated without this pair [tok/s]")
    axis.set_title(f"{TITLES[kind]}: {len(pairs)} device-model pairs, band ±20 %", fontsize=11)
    axis.grid(visible=True, which="major", color="#dddddd", lw=0.5)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)


def draw_coverage(every: list[Judged], path: Path) -> None:
    """Draw how often the interval held the measurement, and how wide it was, class by class."""
    classes: dict[str, list[Judged]] = defaultdict(list)
    for one in every:
        key = f"{one.of.row['backend']} · {one.of.case.parts[0].hardware_class}"
        classes[key].append(one)
    rows = [(name, *_class(group)) for name, group in classes.items()]
    rows = sorted((r for r in rows if r[3] >= 3), key=lambda r: r[1])
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(10, 0.27 * len(rows) + 1.4), sharey=True, layout="constrained"
    )
    at = np.arange(len(rows))
    left.barh(at, [r[1] for r in rows], color="#0072B2", height=0.62)
    left.axvline(0.9, color="#D55E00", lw=1)
    left.set(xlim=(0, 1), xlabel="held by the interval (aim 0.9)")
    left.set_ylim(-0.6, len(rows) - 0.4)
    left.set_yticks(at, [f"{r[0]}  ({r[3]})" for r in rows], fontsize=8)
    right.barh(at, [r[2] - 1 for r in rows], left=1, color="#999999", height=0.62)
    right.set(xlim=(1, None), xlabel="median width, high ÷ low")
    figure.suptitle("Decode of unseen device-model pairs, by class (pairs)", fontsize=11)
    for axis in (left, right):
        axis.spines[["top", "right"]].set_visible(False)
        axis.grid(visible=True, axis="x", color="#dddddd", lw=0.5)
        axis.set_axisbelow(True)
    figure.savefig(path, dpi=130, metadata={"Software": None})
    plt.close(figure)


def _class(group: list[Judged]) -> tuple[float, float, int]:
    pairs: dict[tuple[str, ...], list[bool]] = defaultdict(list)
    for one in group:
        pairs[one.of.pair].append(one.held)
    held = float(np.mean([np.mean(v) for v in pairs.values()]))
    return held, float(np.median([j.high / j.low for j in group])), len(pairs)
