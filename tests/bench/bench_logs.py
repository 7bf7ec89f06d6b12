"""Print how long logs take to read: the shared ones, 64 KB of them, and the worst hostile text."""

import time
from pathlib import Path

from core.logs import FORMATS, MAX_CHARS, read_log

CORPUS = Path(__file__).parents[1] / "corpus" / "logs"


def milliseconds(text: str) -> float:
    begin = time.perf_counter()
    read_log(text)
    return (time.perf_counter() - begin) * 1e3


def hostile() -> dict[str, str]:
    found = {}
    for cue in (cue for cues in FORMATS.values() for cue in cues):
        for filling in ("\n", " ", '",1', "| 1 ", "= 1.0 / 9 tokens ", "1" * 90):
            found[f"{cue!r} + {filling!r}"] = ((cue + filling) * MAX_CHARS)[:MAX_CHARS]
    return found


def main() -> None:
    every = "\n".join(path.read_text() for path in sorted(CORPUS.glob("*.txt")))
    read_log(every)
    samples = sorted(milliseconds(path.read_text()) for path in CORPUS.glob("*.txt"))
    print(f"a corpus file, median: {samples[len(samples) // 2]:.2f} ms")  # noqa: T201
    print(f"64 KB of all formats: {milliseconds((every * 9)[:MAX_CHARS]):.1f} ms (bound 50)")  # noqa: T201
    name, text = max(hostile().items(), key=lambda pair: milliseconds(pair[1]))
    print(f"64 KB of hostile text at worst: {milliseconds(text):.1f} ms (bound 50), {name}")  # noqa: T201


if __name__ == "__main__":
    main()
