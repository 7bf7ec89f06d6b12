"""Speed of the core and of the cold command, as medians over repeats: `python -m tests.bench`."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from bot.cli.json import answer_object
from catalog.load import Catalog, load_catalog
from core.advisor import Advisor
from core.estimate import estimate
from core.query import DeviceUse, Query
from core.question import Question
from core.resolve import read
from tests.bench.questions import HOSTILE, questions

REPEATS = 5
COLD_RUNS = 15
BIG_CATALOG = 16_000
ROOT = Path(__file__).parents[2]


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the median time of `work` [s]."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def line(name: str, value: float, unit: str, aim: float) -> None:
    """Print one figure beside what it aims at."""
    mark = "ok" if value <= aim else "MISSED"
    sys.stdout.write(f"{name:42} {value:9.3f} {unit:3}  aim ≤ {aim:g} {unit}  {mark}\n")
    sys.stdout.flush()


def warm_asks(advisor: Advisor) -> None:
    asked = [
        Question.of(
            str(one["text"])[:4_000], earlier=tuple(one["context"]), attachment=one["attachment"]
        )
        for one in questions()
    ]
    for question in asked:
        advisor.ask(question)
    times = [seconds(partial(advisor.ask, question)) * 1e3 for question in asked]
    cuts = quantiles(times, n=100)
    line(f"warm ask, p50 of {len(asked)} questions", cuts[49], "ms", 1.0)
    line(f"warm ask, p99 of {len(asked)} questions", cuts[98], "ms", 5.0)
    answers = [advisor.ask(question) for question in asked]
    dumps = seconds(lambda: [json.dumps(answer_object(a, advisor.catalog)) for a in answers])
    line("answer object to JSON, mean", dumps / len(asked) * 1e3, "ms", 1.0)


def warm_estimate(catalog: Catalog) -> None:
    device = (DeviceUse("geforce-rtx-4090"),)
    base = Query(model="qwen3-32b", quant="q4_k_m", devices=device)
    depths = iter(range(100_000))

    def some() -> None:
        for _ in range(64):  # never the same twice, so that no memory of answers helps
            estimate(replace(base, context_tokens=next(depths)), catalog)

    some()
    took = seconds(some, 15)
    line("warm estimate", took / 64 * 1e6, "µs", 100)


def hostile(advisor: Advisor) -> None:
    took = {name: seconds(partial(advisor.ask_text, text)) * 1e3 for name, text in HOSTILE.items()}
    worst = max(took, key=lambda name: took[name])
    line(f"hostile 4,000 characters ({worst})", took[worst], "ms", 10)


def big_catalog(catalog: Catalog) -> None:
    models = dict(catalog.models)
    for number in range(BIG_CATALOG):
        if len(models) >= BIG_CATALOG:
            break
        source = list(catalog.models.values())[number % len(catalog.models)]
        name = f"{source.name} Tune {number}"
        one = replace(source, id=f"{source.id}-tune-{number}", name=name, aliases=())
        models[one.id] = one
    big = Catalog(models, catalog.devices, catalog.quants, catalog.kv_quants, catalog.links)
    asked = [Question.of(str(one["text"])[:4_000]) for one in questions()[:60]]
    read(asked[0], big)
    times = [seconds(partial(read, question, big), 3) * 1e3 for question in asked]
    line(f"reading, catalog of {len(models):,} models, p50", median(times), "ms", 3)


def cold() -> None:
    python = sys.executable
    ask = [python, "-m", "bot", "ask", "32B Q4 on a 4090 at 64k context?"]
    bare = [python, "-c", "pass"]
    # An installed package has its bytecode; where none is written, each run would compile anew.
    around = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }

    def run(command: list[str]) -> float:
        start = time.perf_counter()
        subprocess.run(  # noqa: S603
            command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT, env=around
        )
        return time.perf_counter() - start

    run(ask)
    pairs = [(run(bare), run(ask)) for _ in range(COLD_RUNS)]
    ratio = median(b / a for a, b in pairs)
    took = median(b for _, b in pairs)
    line(f"cold command ({took * 1e3:.0f} ms) ÷ bare python", ratio, "×", 10)
    measured = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3);"
    measured += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    # From a small process, since a child counts the memory of whoever forked it.
    done = subprocess.run(  # noqa: S603
        [python, "-c", measured, *ask], capture_output=True, text=True, cwd=ROOT, check=True
    )
    line("peak memory of the command", int(done.stdout) / 1_000, "MB", 80)


def main() -> None:
    """Print every figure."""
    catalog = load_catalog()
    advisor = Advisor(catalog)
    warm_asks(advisor)
    warm_estimate(catalog)
    hostile(advisor)
    big_catalog(catalog)
    cold()


main()
