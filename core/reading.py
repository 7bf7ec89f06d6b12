"""What was understood of a question: the query, who said which part, and what stayed unread."""

from enum import StrEnum

from catalog.record import record
from core.message import Message
from core.query import Query


class Intent(StrEnum):
    """What a person wants to know."""

    SPEED = "speed"
    FIT = "fit"
    DIAGNOSE = "diagnose"
    RECOMMEND_QUANT = "recommend_quant"
    RECOMMEND_MODEL = "recommend_model"
    RECOMMEND_HARDWARE = "recommend_hardware"
    COMPARE = "compare"
    TTFT = "ttft"
    CONCURRENCY = "concurrency"
    EXPLAIN = "explain"
    FEEL = "feel"
    MEASURE = "measure"
    OFFTOPIC = "offtopic"


class Basis(StrEnum):
    """Why a value stands in the query."""

    SAID = "said"
    ASSUMED = "assumed"
    DEFAULT = "default"


@record
class Assumption:
    """A value nobody said, its reason, and what else it could have been (ids, likeliest first)."""

    slot: str
    value: str
    why: Message
    basis: Basis = Basis.ASSUMED
    others: tuple[str, ...] = ()


@record
class Resolved:
    """A query whose names are catalog ids, with the assumptions made in reading it.

    A slot with a value and no assumption was said.
    """

    query: Query
    assumptions: tuple[Assumption, ...] = ()

    def basis(self, slot: str) -> Basis:
        """Return why the value of `slot` stands there."""
        for one in self.assumptions:
            if one.slot == slot:
                return one.basis
        return Basis.SAID


@record
class Clarify:
    """The one question back that the answer hinges on, with answers to pick from.

    `options` are texts that, sent as the next message, answer it.
    """

    slot: str
    text: Message
    options: tuple[str, ...] = ()


@record
class LogReading:
    """What pasted or attached output says; None where it does not. Rates in tokens per second.

    `facts` are observations a diagnosis may lean on, as codes (``gpu_idle``, ``vram_full``,
    ``low_power``, ``cpu_backend``, ``kv_alloc_failed`` …) with their numbers. `runs` are the decode
    speeds of all runs in it, in order; `decode_tok_s` is the one it is about. A device that stands
    several times in `device_names` is there several times.
    """

    kind: str
    query: Query = Query()
    model_name: str | None = None
    quant_name: str | None = None
    device_names: tuple[str, ...] = ()
    params: float | None = None
    file_size_bytes: int | None = None
    total_layers: int | None = None
    decode_tok_s: float | None = None
    runs: tuple[float, ...] = ()
    prefill_tok_s: float | None = None
    generated_tokens: int | None = None
    prompt_tokens: int | None = None
    memory_available_bytes: int | None = None
    memory_needed_bytes: int | None = None
    facts: tuple[Message, ...] = ()


@record
class Reading:
    """The whole understanding of one question.

    `sides` are the configurations asked about: one, or several for a comparison; the first is
    the query. `unread` are words that look like they
    carried meaning and were not understood. `before` is the query a follow-up changed.
    `hints` are things the words state about symptoms (cause codes a diagnosis may lean on).
    """

    intent: Intent
    language: str = "en"
    sides: tuple[Resolved, ...] = ()
    clarify: Clarify | None = None
    followup: bool = False
    before: Query | None = None
    unread: tuple[str, ...] = ()
    log: LogReading | None = None
    hints: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    used_rig: bool = False
