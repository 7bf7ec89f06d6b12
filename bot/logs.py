"""One JSON object a line, made of fields we chose, so nobody's words are logged."""

import json
import logging
import sys
import time
import traceback
from types import TracebackType
from typing import Final, TextIO

OURS: Final = ("bot", "core", "catalog")

FIELDS: Final = (
    "event_id",
    "platform",
    "tenant",
    "outcome",
    "status",
    "intent",
    "chars",
    "ms",
    "attempt",
    "count",
    "shard",
    "what",
)
"""The vocabulary: what a record of ours may carry besides its event. Nobody's words, no user ids.

`what` is one of our own constants (a route, a front end, a cause), never text from outside.
"""


class JsonFormatter(logging.Formatter):
    """Write our records by their fields, and of other libraries' records only where they arose.

    Bolt puts whole request bodies into its messages and drivers put parameters into their
    exceptions, so neither a foreign message nor the text of any exception is ever written.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return `record` as one line of JSON."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
        }
        if record.name.split(".", 1)[0] in OURS:
            line["event"] = record.msg  # a constant; values go into fields
            line |= {k: v for k in FIELDS if (v := getattr(record, k, None)) is not None}
        else:
            line["at"] = f"{record.module}:{record.lineno}"
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = where(record.exc_info[2])
        return json.dumps(line, ensure_ascii=True, default=lambda _: "?")


def where(trace: TracebackType | None) -> list[str]:
    """Return the last places of `trace` as "module:line", without source or values."""
    frames = traceback.extract_tb(trace)[-5:]
    return [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in frames]


def start(level: str, stream: TextIO | None = None) -> None:
    """Send every record of the process to `stream` (standard error by default) as JSON lines."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.captureWarnings(capture=True)
    sys.excepthook = _uncaught


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    logging.getLogger("bot.app").critical("uncaught", exc_info=(kind, error, trace))
