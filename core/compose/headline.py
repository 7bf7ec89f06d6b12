"""The verdict: fits or not, how fast, how that feels, in one sentence."""

from catalog.records import DeviceKind
from core.compose.case import Case
from core.compose.names import feel_words
from core.figures import Estimate, Fits
from core.message import Message
from core.reading import Intent


def verdict(case: Case, estimate: Estimate) -> str:
    """Return the sentence that stands first, in the words of what was asked."""
    return case.pack.say(_message(case, estimate))


def _message(case: Case, estimate: Estimate) -> Message:
    if estimate.throughput and estimate.throughput.users > 1:
        return _users(estimate)
    if case.reading.intent is Intent.TTFT and estimate.ttft_s:
        return Message.of(
            "headline.ttft",
            ttft=estimate.ttft_s,
            prompt=estimate.query.prompt_tokens,
            decode=estimate.decode,
        )
    return Message.of(
        _code(case.reading.intent, estimate),
        decode=estimate.decode,
        feel=feel_words(estimate.decode),
        needed=estimate.memory.needed_bytes,
        available=estimate.memory.available_bytes,
        over=over_bytes(estimate),
        spare=-over_bytes(estimate),
        rest=_rest_layers(estimate),
        total=estimate.offload.total_layers if estimate.offload else 0,
    )


def _code(intent: Intent, estimate: Estimate) -> str:
    kind = "fit" if intent is Intent.FIT else "speed"
    match estimate.fits:
        case Fits.NO:
            streams = estimate.offload is not None and estimate.decode.mid > 0
            disk = "headline.speed.disk" if has_own_memory(estimate) else "headline.speed.disk.one"
            return disk if streams else "headline.no"
        case Fits.OFFLOAD:
            if over_bytes(estimate) < 0:
                return "headline.speed.chosen"
            return f"headline.speed.{estimate.offload.kind if estimate.offload else 'spill'}"
        case Fits.TIGHT | Fits.YES:
            if on_cpu(estimate):
                return f"headline.{kind}.cpu"
            return f"headline.{kind}.{estimate.fits.value}"


def _users(estimate: Estimate) -> Message:
    many = estimate.throughput
    assert many is not None  # noqa: S101  (its caller looked)
    if estimate.fits is Fits.NO:
        return Message.of(
            "headline.users.no",
            users=many.users,
            needed=estimate.memory.needed_bytes,
            available=estimate.memory.available_bytes,
        )
    return Message.of(
        "headline.users",
        users=many.users,
        each=many.per_user,
        total=many.total,
        feel=feel_words(many.per_user),
    )


def has_own_memory(estimate: Estimate) -> bool:
    """Return whether there is a card with memory of its own beside the system's."""
    return any(part.device.kind is DeviceKind.GPU for part in estimate.placed)


def over_bytes(estimate: Estimate) -> float:
    """Return by how many bytes it is too big for the devices; negative = that much to spare."""
    return estimate.memory.needed_bytes - estimate.memory.available_bytes


def on_cpu(estimate: Estimate) -> bool:
    """Return whether no device but the CPU's memory holds the model."""
    return all(part.device.kind is DeviceKind.CPU for part in estimate.placed)


def _rest_layers(estimate: Estimate) -> int:
    if estimate.offload is None:
        return 0
    return estimate.offload.total_layers - estimate.offload.gpu_layers
