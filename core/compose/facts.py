"""The facts under the verdict: at most six, the ones that bear on this question first."""

from typing import Final

from core.answer import Fact
from core.compose.case import Case
from core.compose.headline import on_cpu, over_bytes
from core.figures import Estimate, Fits
from core.message import Message

MOST_FACTS: Final = 6


def facts(case: Case, estimate: Estimate) -> tuple[Fact, ...]:
    """Return the facts of one estimate in the order a person needs them."""
    found = [
        *_speed(estimate),
        *_target(estimate),
        *_prompt(estimate),
        *_users(estimate),
        *_draft(estimate),
        _ceiling(estimate),
        _memory(estimate),
        *_placement(estimate),
        *_context(estimate),
        *_prefill(estimate),
    ]
    return tuple(fact(case, code, message) for code, message in found[:MOST_FACTS])


def fact(case: Case, code: str, value: Message) -> Fact:
    """Return a fact with its label."""
    return Fact(code, case.say(f"fact.{code}"), case.pack.say(value))


Line = tuple[str, Message]


def _speed(estimate: Estimate) -> list[Line]:
    value = Message.of("fact.speed.value", decode=estimate.decode, mid=estimate.decode.mid)
    return [("speed", value)] if estimate.decode.high > 0 else []


def _target(estimate: Estimate) -> list[Line]:
    target = estimate.query.target_tok_s
    if not target:
        return []
    reached = "missed" if estimate.decode.high < target else "maybe"
    reached = "met" if estimate.decode.low >= target else reached
    return [("target", Message.of(f"fact.target.{reached}", target=target))]


def _prompt(estimate: Estimate) -> list[Line]:
    if estimate.ttft_s is None or not estimate.query.prompt_tokens:
        return []
    value = Message.of("fact.ttft.value", ttft=estimate.ttft_s, prompt=estimate.query.prompt_tokens)
    return [("ttft", value)]


def _prefill(estimate: Estimate) -> list[Line]:
    if estimate.prefill.high <= 0:
        return []
    return [("prefill", Message.of("fact.prefill.value", prefill=estimate.prefill))]


def _users(estimate: Estimate) -> list[Line]:
    many = estimate.throughput
    if many is None or many.users <= 1:
        return []
    value = Message.of("fact.users.value", each=many.per_user, total=many.total, users=many.users)
    return [("users", value)]


def _draft(estimate: Estimate) -> list[Line]:
    draft = estimate.speculation
    if draft is None or draft.refused is not None:
        return []
    value = Message.of(
        "fact.draft.value",
        greedy=draft.greedy,
        chat=draft.chat,
        hot=draft.high_temperature,
    )
    return [("draft", value)]


def _ceiling(estimate: Estimate) -> Line:
    context = estimate.query.context_tokens or 0
    if context and estimate.ceiling_at_context_tok_s < 0.97 * estimate.ceiling_tok_s:
        return "ceiling", Message.of(
            "fact.ceiling.context",
            ceiling=estimate.ceiling_tok_s,
            at=estimate.ceiling_at_context_tok_s,
            context=context,
        )
    return "ceiling", Message.of("fact.ceiling.value", ceiling=estimate.ceiling_tok_s)


def _memory(estimate: Estimate) -> Line:
    memory = estimate.memory
    return "memory", Message.of(
        "fact.memory.value",
        needed=memory.needed_bytes,
        available=memory.available_bytes,
        weights=memory.weights_bytes,
        kv=memory.kv_bytes,
        overhead=memory.overhead_bytes,
    )


def _placement(estimate: Estimate) -> list[Line]:
    rest = estimate.offload
    if rest is None:
        return []
    value = Message.of(
        f"fact.placement.{rest.kind}",
        layers=rest.gpu_layers,
        total=rest.total_layers,
        share=rest.share_on_gpu,
        moe=rest.cpu_moe_layers or 0,
    )
    return [("placement", value)]


def _context(estimate: Estimate) -> list[Line]:
    if on_cpu(estimate):
        return []
    if estimate.max_context_tokens > 0:
        most = Message.of("fact.context.value", context=estimate.max_context_tokens)
        return [("context", most)]
    if estimate.fits is Fits.OFFLOAD and over_bytes(estimate) > 0:
        return [("context", Message("fact.context.none"))]
    return []
