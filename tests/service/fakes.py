"""A core that answers at once, and the deliveries of a platform that does not exist."""

import time
from dataclasses import replace
from typing import Any, cast

from bot.incoming import Incoming
from catalog.load import Catalog
from core.answer import Answer
from core.figures import Estimate, Feel, Fits, Memory
from core.interval import Interval
from core.query import DeviceUse, Query
from core.question import Question
from core.reading import Intent

CANARY = "canary-4f1d9c0e-my-private-words"
QUERY = Query("qwen3-32b", "q4_k_m", devices=(DeviceUse("geforce-rtx-4090"),), engine="llama.cpp")


def estimate_of(query: Query) -> Estimate:
    return Estimate(
        query=query,
        model=cast("Any", None),
        quant=cast("Any", None),
        placed=(),
        weights_read_bytes=19.76e9,
        kv_read_bytes=0.0,
        ceiling_tok_s=51.0,
        ceiling_at_context_tok_s=51.0,
        decode=Interval(33.0, 38.0, 42.0),
        memory=Memory(19.76e9, 0.0, 1.2e9, 21e9, 23.5e9),
        fits=Fits.YES,
        offload=None,
        max_context_tokens=12_288,
        prefill=Interval(1_000.0, 1_500.0, 2_000.0),
        ttft_s=None,
        feel=Feel.COMFORTABLE,
    )


class FakeAdvisor:
    """Says who asked what; "crash" crashes, "stall" takes its time."""

    catalog = cast("Catalog", None)

    def __init__(self, stall_s: float = 0.3) -> None:
        self.asked: list[Question] = []
        self.stall_s = stall_s

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        if "crash" in question.text:
            raise KeyError(question.text)
        if "stall" in question.text:
            time.sleep(self.stall_s)
        language = question.language or question.fallback_language
        return replace(self.answer_key("", language=language), question=question.text)

    def answer_key(self, key: str, *, language: str = "en") -> Answer:
        query = Query.from_key(key) if key else QUERY
        return Answer(
            question="",
            language=language,
            intent=Intent.SPEED,
            status="answered",
            headline="It fits: 38 tok/s.",
            estimate=self.estimate(query),
            key=query.key,
            text="It fits: 38 tok/s.",
        )

    def estimate(self, query: Query) -> Estimate:
        return estimate_of(query)


class Transcript(list[Answer]):
    """What was sent."""

    async def reply(self, answer: Answer, /) -> None:
        self.append(answer)


def incoming(event_id: str = "Ev1", text: str = "32B on a 4090?", **around: Any) -> Incoming:
    given: dict[str, Any] = {
        "platform": "slack",
        "tenant_id": "T1",
        "user_id": "U1",
        "channel_id": "C1",
    }
    return Incoming(event_id=event_id, text=text, **(given | around))
