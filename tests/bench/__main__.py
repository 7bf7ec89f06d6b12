"""Speed of the core and of the cold command: `python -m tests.bench`.

Each figure is the best of some medians. What runs warm is measured in the processor's time of its
thread, which is wall time where nothing else runs; the cold command in wall time, as a ratio.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from bot.cli.json import answer_object
from catalog.load import Catalog, load_catalog
from catalog.record import replace
from core.advisor import Advisor
from core.estimate import estimate
from core.logs import read_log
from core.query import DeviceUse, Query
from core.question import Question
from core.resolve import read
from tests.bench.questions import HOSTILE, questions

REPEATS = 5
ROUNDS = 3
COLD_RUNS = 15
BIG_CATALOG = 16_000
GROWTH = 8
LOG_CHARS = 65_536
LOGS = Path(__file__).parents[1] / "corpus" / "logs"
ROOT = Path(__file__).parents[2]


def seconds(work: Callable[[], object], repeats: int = REPEATS, rounds: int = ROUNDS) -> float:
    """Return the best of `rounds` medians of the time of `work` [s]: load comes in bursts."""
    medians = []
    for _ in range(rounds):
        times = []
        for _ in range(repeats):
            start = time.thread_time()
            work()
            times.append(time.thread_time() - start)
        medians.append(median(times))
    return min(medians)


def best(works: list[Callable[[], object]], rounds: int = ROUNDS) -> list[float]:
    """Return of each work the best median [ms], the rounds apart in time."""
    found = [[seconds(work, rounds=1) for work in works] for _ in range(rounds)]
    return [min(times) * 1e3 for times in zip(*found, strict=True)]


def line(name: str, value: float, unit: str, bound: float) -> None:
    """Print one figure beside its bound."""
    mark = "ok" if value <= bound else "OVER"
    sys.stdout.write(f"{name:52} {value:8.2f} {unit:3} {bound:8g} {unit:3} {mark}\n")
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
    times = best([partial(advisor.ask, question) for question in asked])
    cuts = quantiles(times, n=100)
    line(f"warm ask, p50 of {len(asked)} questions", cuts[49], "ms", 1.0)
    line(f"warm ask, p99 of {len(asked)} questions", cuts[98], "ms", 5.0)
    answers = [advisor.ask(question) for question in asked]
    dumps = seconds(lambda: [json.dumps(answer_object(a, advisor.catalog)) for a in answers])
    line("answer to JSON, mean", dumps / len(asked) * 1e3, "ms", 1.0)


def warm_estimate(catalog: Catalog) -> None:
    device = (DeviceUse("geforce-rtx-4090"),)
    base = Query(model="qwen3-32b", quant="q4_k_m", devices=device)
    depths = iter(range(1_000_000))

    def some() -> None:
        for _ in range(16):  # never the same twice, so that no memory of answers helps
            estimate(replace(base, context_tokens=next(depths)), catalog)

    some()
    line("warm estimate", seconds(some, 31, 9) / 16 * 1e6, "µs", 100)


def hostile(advisor: Advisor) -> None:
    times = best([partial(advisor.ask_text, text) for text in HOSTILE.values()], 7)
    worst, name = max(zip(times, HOSTILE, strict=True))
    line(f"4,000 hostile characters, worst of {len(times)} ({name})", worst, "ms", 10)


def logs() -> None:
    every = "\n".join(path.read_text(encoding="utf-8") for path in sorted(LOGS.glob("*.txt")))
    text = (every * (LOG_CHARS // len(every) + 1))[:LOG_CHARS]
    line("a log of 64 KB", seconds(lambda: read_log(text)) * 1e3, "ms", 50)


def grown(catalog: Catalog, count: int) -> Catalog:
    """Return `catalog` with so many models, the new ones under names of their own."""
    sources = list(catalog.models.values())
    models = dict(catalog.models)
    for number in range(count - len(sources)):
        source = sources[number % len(sources)]
        name = f"{source.name} Tune {number}"
        one = replace(source, id=f"{source.id}-tune-{number}", name=name, aliases=())
        models[one.id] = one
    return Catalog(models, catalog.devices, catalog.quants, catalog.kv_quants, catalog.links)


def reading(catalog: Catalog) -> float:
    """Return the median time of reading a real question against `catalog` [ms]."""
    asked = [Question.of(str(one["text"])[:4_000]) for one in questions()[:60]]
    for question in asked:
        read(question, catalog)
    return median(best([partial(read, question, catalog) for question in asked]))


def big_catalog(catalog: Catalog) -> None:
    now, large = reading(catalog), grown(catalog, BIG_CATALOG)
    then, now = reading(large), min(now, reading(catalog))
    times = len(large.models) / len(catalog.models)
    line(f"reading a question among {BIG_CATALOG:,} models, p50", then, "ms", 3)
    line(f"its cost ÷ today's, with {times:.0f} × the models", then / now, "×", GROWTH)


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
    ratios, times = [], []
    for _ in range(ROUNDS):
        pairs = [(run(bare), run(ask)) for _ in range(COLD_RUNS)]
        ratios.append(median(b / a for a, b in pairs))
        times.append(median(b for _, b in pairs))
    line(f"cold `howfast ask` ({min(times) * 1e3:.0f} ms) ÷ `python -c pass`", min(ratios), "×", 10)
    measured = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3);"
    measured += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    # From a small process, since a child counts the memory of whoever forked it.
    done = subprocess.run(  # noqa: S603
        [python, "-c", measured, *ask], capture_output=True, text=True, cwd=ROOT, check=True
    )
    line("peak memory of the command", int(done.stdout) / 1_000, "MB", 80)


def main() -> None:
    """Print every figure."""
    sys.stdout.write(f"{'what':52} {'value':>8}     {'bound':>8}\n")
    catalog = load_catalog()
    advisor = Advisor(catalog)
    warm_asks(advisor)
    warm_estimate(catalog)
    hostile(advisor)
    logs()
    big_catalog(catalog)
    cold()


main()
