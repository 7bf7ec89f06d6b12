"""What the physics gives back for one configuration: numbers in SI, no words."""

from enum import StrEnum

from catalog.record import record
from catalog.records import Device, Model, Quant
from core.interval import Interval
from core.message import Message
from core.query import Query
from core.reading import Assumption


class Fits(StrEnum):
    """Where the weights and the KV cache go."""

    YES = "yes"
    TIGHT = "tight"
    OFFLOAD = "offload"
    NO = "no"


class Feel(StrEnum):
    """How a decode speed feels to a person who reads along."""

    BROKEN = "broken"
    PAINFUL = "painful"
    READING = "reading"
    USABLE = "usable"
    COMFORTABLE = "comfortable"
    FAST = "fast"
    INSTANT = "instant"


@record
class Memory:
    """Bytes that are needed and the bytes there are on the devices for it."""

    weights_bytes: float
    kv_bytes: float
    overhead_bytes: float
    needed_bytes: float
    available_bytes: float


@record
class Offload:
    """What does not stay on the devices.

    `kind` is layers, experts, spill or disk; `share_on_gpu` the share of the weights that stays.
    """

    kind: str
    gpu_layers: int
    total_layers: int
    share_on_gpu: float
    cliff: bool
    cpu_moe_layers: int | None = None


@record
class Placed:
    """One device's part: what it holds and what it reads for a token, in bytes."""

    device: Device
    count: int
    memory_bytes: float
    usable_bytes: float
    weights_bytes: float
    kv_bytes: float
    overhead_bytes: float
    weights_read_bytes: float
    kv_read_bytes: float
    bandwidth_bytes_per_s: float


@record
class Throughput:
    """Several streams at once: tokens per second for each and for all together."""

    users: int
    per_user: Interval
    total: Interval


@record
class Speculation:
    """Speed with a draft (or built-in multi-token prediction), by how predictable the work is."""

    draft: str
    draft_tokens: int
    memory_bytes: float
    greedy: Interval
    chat: Interval
    high_temperature: Interval
    greedy_speedup: Interval
    high_temperature_speedup: Interval
    refused: Message | None = None


@record
class Source:
    """Where a number comes from, for a person to look up."""

    what: str
    locator: str


@record
class Estimate:
    """The physics' whole answer to one query.

    `query` is the query with the defaults filled in that the estimate used, and `assumptions`
    says which those are. `model`, `quant` and `placed` are the records used. `decode` is the
    realized speed at the asked context as it would really be placed. `prefill` is the speed of
    prompt processing for `query.prompt_tokens`, `ttft_s` the wait it means (None without a
    prompt length). `steps` is the arithmetic, line by line, each with its numbers in it.
    `rule_of_thumb` is set where no measurement stands behind the interval. `doubt` are the open
    inputs that widen the interval, widest first, as (slot, factor high ÷ low it contributes).
    """

    query: Query
    model: Model
    quant: Quant
    placed: tuple[Placed, ...]
    weights_read_bytes: float
    kv_read_bytes: float
    ceiling_tok_s: float
    ceiling_at_context_tok_s: float
    decode: Interval
    memory: Memory
    fits: Fits
    offload: Offload | None
    max_context_tokens: int
    prefill: Interval
    ttft_s: Interval | None
    feel: Feel
    throughput: Throughput | None = None
    speculation: Speculation | None = None
    assumptions: tuple[Assumption, ...] = ()
    warnings: tuple[Message, ...] = ()
    steps: tuple[Message, ...] = ()
    sources: tuple[Source, ...] = ()
    rule_of_thumb: bool = False
    doubt: tuple[tuple[str, float], ...] = ()


@record
class Advice:
    """One thing to change: what it is, the query it leads to, and what that gives.

    `estimate` is None for advice that is no configuration ("check that nothing else holds VRAM").
    """

    code: str
    text: Message
    query: Query | None = None
    estimate: Estimate | None = None


@record
class Cause:
    """A likely reason for a slow speed: the check that confirms it and the fix, as messages."""

    code: str
    text: Message
    check: Message | None = None
    fix: Message | None = None


@record
class Diagnosis:
    """A measured speed held against the estimate. `verdict`: normal, slow, impossible, unknown.

    `estimate` is the one it was held against: the question's own, or that with the RAM which the
    measured speed shows must be there.
    """

    verdict: str
    summary: Message
    measured_tok_s: float | None = None
    share_of_ceiling: float | None = None
    causes: tuple[Cause, ...] = ()
    estimate: Estimate | None = None


@record
class QuantChoice:
    """Which quant to take: the best that fits whole, and its neighbours with what each costs.

    `best` is None where none fits whole; then `part` is the best that runs in part from system
    memory. `above` needs more than there is (or is only slower), `below` leaves more room.
    `smallest_over_bytes` is by how much even the smallest sensible one is too big.
    """

    model: Model
    best: Estimate | None
    above: Estimate | None
    below: Estimate | None
    part: Estimate | None = None
    smallest_over_bytes: float = 0.0


@record
class ModelChoice:
    """Models that run wholly on the hardware at a comfortable speed, largest first.

    `comfortable_tok_s` is the speed that was asked of them; `use` code, chat, long or "".
    """

    dense: tuple[Estimate, ...]
    moe: tuple[Estimate, ...]
    comfortable_tok_s: float
    use: str = ""


@record
class HardwareClass:
    """One machine held against a target. `lacks` is memory, bandwidth, or "" where it will do."""

    estimate: Estimate
    lacks: str


@record
class HardwareChoice:
    """What a model needs, the classes that reach it (least memory first), and what falls short.

    `bandwidth_bytes_per_s` is about what the target takes, the usual losses counted.
    """

    model: Model
    quant: Quant
    needed_bytes: float
    bandwidth_bytes_per_s: float
    target_tok_s: float
    reaches: tuple[HardwareClass, ...]
    short: tuple[HardwareClass, ...]


@record
class Comparison:
    """Several estimates side by side. `winner` and `loser` index `estimates`.

    `ratio` is the winner's middle ÷ the loser's; `is_even` where it is within the doubt.
    `reason` is fits, bytes, bandwidth, same_bandwidth, cards or backend; `winner_value` and
    `loser_value` are its numbers [B or B/s], for fits the bytes that each is over.
    """

    estimates: tuple[Estimate, ...]
    winner: int
    loser: int
    ratio: float
    is_even: bool
    reason: str
    winner_value: float
    loser_value: float
