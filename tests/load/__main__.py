"""Where one process stops keeping up: `python -m tests.load [DATABASE_URL]`."""

import asyncio
import sys
import tempfile

from tests.load.run import memory_bytes, run

RATES = (25, 50, 75, 100, 125, 150)
FOR_S = 8.0


def main(url: str | None) -> None:
    """Print a line for each rate until half of what is asked waits longer than a second."""
    print(f"{'per s':>6}{'sent':>7}{'answered':>10}{'p50':>9}{'p99':>10}{'lag p99':>10}{'RSS':>9}")  # noqa: T201
    for per_s in RATES:
        place = url or f"sqlite+aiosqlite:///{tempfile.mkdtemp()}/load.db"
        load = asyncio.run(run(place, f"load{per_s}", per_s=per_s, for_s=FOR_S))
        times = f"{load.quantile(0.5) * 1e3:6.0f} ms{load.quantile(0.99) * 1e3:7.0f} ms"
        rest = f"{load.lag_p99_s * 1e3:7.1f} ms{memory_bytes() / 1e6:6.0f} MB"
        print(f"{per_s:6}{load.sent:7}{load.answered:10}{times}{rest}", flush=True)  # noqa: T201
        if load.quantile(0.5) > 1:
            break


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
