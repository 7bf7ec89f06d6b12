"""Why it is so, with the person's own numbers, or an example's where nothing was named."""

from collections.abc import Callable
from typing import Final

from catalog.record import replace
from core.compose.case import Case, Draft
from core.compose.facts import facts
from core.compose.names import asked, subject
from core.compose.topic import chosen
from core.estimate import estimate as estimated
from core.figures import Estimate
from core.message import Message
from core.query import DeviceUse, Query
from core.setup import set_up

Texts = list[Message]
_EXAMPLE_DEVICE: Final = DeviceUse("geforce-rtx-4090")
_EXAMPLES: Final = {
    "moe": Query(model="qwen3-30b-a3b", quant="q4_k_m", devices=(_EXAMPLE_DEVICE,)),
    "two_cards": Query(
        model="qwen3-32b", quant="q4_k_m", devices=(DeviceUse("geforce-rtx-3090", 2),)
    ),
}
_EXAMPLE: Final = Query(model="llama-3.1-8b", quant="q4_k_m", devices=(_EXAMPLE_DEVICE,))
_NOMINAL_BITS: Final = {
    "q2": 2,
    "q3": 3,
    "q4": 4,
    "q5": 5,
    "q6": 6,
    "q8": 8,
    "iq2": 2,
    "iq3": 3,
    "iq4": 4,
}


class _Bench:
    """Estimates of variations of one configuration; what cannot be estimated is left out."""

    def __init__(self, case: Case, base: Estimate) -> None:
        self.case = case
        self.base = base
        self.query = base.query

    def of(self, **changes: object) -> Estimate:
        return estimated(replace(self.query, **changes), self.case.catalog)

    def rate(self, **changes: object) -> float:
        return self.of(**changes).decode.mid

    def name(self) -> str:
        return setup_name(self.case, self.base)


def setup_name(case: Case, base: Estimate) -> str:
    """Return model, quant and hardware; the context only where it was asked for."""
    shown = replace(asked(base, case.query), context_tokens=case.query.context_tokens)
    return subject(case, shown)


def explain(case: Case, own: Estimate | None) -> Draft:
    """Return the explanation of the topic, with numbers of `own` or of an example."""
    topic = topic_of(case, own)
    base = own or _example(case, topic)
    bench = _Bench(case, base)
    headline, *rest = _TOPICS[topic](bench)
    example = [] if own else [Message.of("explain.example", subject=setup_name(case, base))]
    say = case.pack.say
    return Draft(
        headline=say(headline),
        subject=setup_name(case, own) if own else "",
        facts=facts(case, own)[:4] if own else (),
        paragraphs=tuple(say(one) for one in [*rest, *example]),
        estimate=own,
        show_assumptions=own is not None,
    )


def topic_of(case: Case, own: Estimate | None) -> str:
    """Return the topic to explain, one of those known here."""
    topic = chosen(case, own)
    return topic if topic in _TOPICS else "bandwidth"


def _example(case: Case, topic: str) -> Estimate:
    """Return an estimate to explain with: an example, with what the person did name put in."""
    example = _EXAMPLES.get(topic, _EXAMPLE)
    said = case.query
    query = replace(
        example,
        model=said.model or example.model,
        quant=said.quant or (None if said.model else example.quant),
        devices=said.devices or example.devices,
    )
    return estimated(query, case.catalog)


def _kv_growth(bench: _Bench) -> Texts:
    most = bench.base.model.context_max or 65_536
    deep = min(max(bench.query.context_tokens or 0, 65_536), most)
    middle = deep // 4
    at_middle, at_deep = bench.of(context_tokens=middle), bench.of(context_tokens=deep)
    texts = [
        Message("explain.kv_growth.headline"),
        Message.of(
            "explain.kv_growth.how",
            weights=bench.base.weights_read_bytes,
            each=at_deep.kv_read_bytes * 1_000 / deep,
        ),
        Message.of(
            "explain.kv_growth.numbers",
            empty=bench.rate(context_tokens=0),
            middle=at_middle.decode.mid,
            middle_context=middle,
            middle_kv=at_middle.kv_read_bytes,
            deep=at_deep.decode.mid,
            deep_context=deep,
            deep_kv=at_deep.kv_read_bytes,
        ),
    ]
    most_whole = bench.base.max_context_tokens
    if at_deep.offload is not None and 0 < most_whole < deep:
        texts.append(Message.of("explain.kv_growth.cliff", deep_context=deep, most=most_whole))
    if bench.base.model.sliding_window and bench.base.model.kv_elems_swa:
        window = bench.base.model.sliding_window
        texts.append(Message.of("explain.kv_growth.window", window=window))
    return [*texts, Message("explain.kv_growth.fix")]


def _moe(bench: _Bench) -> Texts:
    model, stored = bench.base.model, bench.base.memory.weights_bytes
    if not model.is_moe:
        dense = Message.of(
            "explain.moe.dense", model=model.name, read=bench.base.weights_read_bytes
        )
        return [Message("explain.moe.headline"), dense, Message("explain.moe.price")]
    return [
        Message("explain.moe.headline"),
        Message.of(
            "explain.moe.numbers",
            model=model.name,
            total=model.params_total,
            active=model.params_active_official or model.params_active,
            stored=stored,
            read=bench.base.weights_read_bytes,
            ratio=stored / bench.base.weights_read_bytes,
        ),
        Message.of("explain.moe.speed", decode=bench.base.decode),
        Message("explain.moe.price"),
    ]


def _two_cards(bench: _Bench) -> Texts:
    use = bench.query.devices[0] if bench.query.devices else _EXAMPLE_DEVICE
    one = bench.of(devices=(replace(use, count=1),), split=None)
    two = (replace(use, count=2),)
    code = "numbers" if one.offload is None else "nofit"
    return [
        Message("explain.two_cards.headline"),
        Message.of(
            f"explain.two_cards.{code}",
            model=bench.base.model.name,
            quant=bench.base.quant.name,
            one=one.decode,
            layer=bench.of(devices=two, split="layer").decode,
            tensor=bench.of(devices=two, split="tensor").decode,
        ),
        Message("explain.two_cards.layer"),
        Message("explain.two_cards.tensor"),
        Message("explain.two_cards.lanes"),
    ]


def _split(bench: _Bench) -> Texts:
    return [Message("explain.split.headline"), *_two_cards(bench)[1:]]


def _quant_bits(bench: _Bench) -> Texts:
    quant, model = bench.base.quant, bench.base.model
    bits = bench.base.memory.weights_bytes * 8 / model.params_total
    nominal = next((n for start, n in _NOMINAL_BITS.items() if quant.id.startswith(start)), None)
    texts = [
        Message.of("explain.quant_bits.headline", quant=quant.name, bits=bits),
        Message("explain.quant_bits.why"),
    ]
    if nominal:
        texts.append(
            Message.of(
                "explain.quant_bits.numbers",
                model=model.name,
                params=model.params_total,
                bits=bits,
                real=bench.base.memory.weights_bytes,
                naive=model.params_total * nominal / 8,
                nominal=nominal,
            )
        )
    return texts


def _prefill(bench: _Bench) -> Texts:
    prompt = bench.query.prompt_tokens or 12_000
    read = bench.of(prompt_tokens=prompt)
    texts = [
        Message("explain.prefill.headline"),
        Message.of(
            "explain.prefill.numbers",
            subject=bench.name(),
            prefill=read.prefill,
            decode=bench.base.decode,
        ),
    ]
    if read.ttft_s:
        texts.append(Message.of("explain.prefill.wait", prompt=prompt, ttft=read.ttft_s))
    return [*texts, Message("explain.prefill.why")]


def _speculative(bench: _Bench) -> Texts:
    rate = bench.base.decode.mid
    return [
        Message("explain.speculative.headline"),
        Message("explain.speculative.how"),
        Message.of(
            "explain.speculative.numbers",
            decode=rate,
            greedy=rate * _speedup(0.8),
            hot=rate * _speedup(0.4),
        ),
        Message("explain.speculative.cost"),
    ]


def _speedup(accepted: float, drafted: int = 4, cost: float = 0.1) -> float:
    """Return the gain of a draft, physics section 5."""
    return (1 - accepted ** (drafted + 1)) / ((1 - accepted) * (drafted * cost + 1))


def _offload(bench: _Bench) -> Texts:
    texts = [Message("explain.offload.headline"), _offload_numbers(bench)]
    card = max(part.bandwidth_bytes_per_s for part in bench.base.placed)
    ram = set_up(bench.query, bench.case.catalog).ram.bandwidth_bytes_per_s
    if ram < card:
        texts.append(Message.of("explain.offload.why", ram=ram, card=card))
    return [*texts, Message("explain.offload.fix")]


def _offload_numbers(bench: _Bench) -> Message:
    """Return three speeds to set side by side: of what fits, by layers; else as it really lies."""
    own, layers = bench.base, bench.base.model.layers
    if own.offload is not None and own.memory.needed_bytes > own.memory.available_bytes:
        return Message.of(
            "explain.offload.own",
            subject=bench.name(),
            all=own.ceiling_at_context_tok_s,
            share=own.offload.share_on_gpu,
            own=own.decode.mid,
            none=bench.rate(gpu_layers=0),
        )
    return Message.of(
        "explain.offload.numbers",
        subject=bench.name(),
        all=bench.rate(gpu_layers=layers),
        most=bench.rate(gpu_layers=round(0.8 * layers)),
        none=bench.rate(gpu_layers=0),
    )


def _quant_speed(bench: _Bench) -> Texts:
    f16, q8, q4 = (bench.of(quant=q, file_size_bytes=None) for q in ("f16", "q8_0", "q4_k_m"))
    return [
        Message("explain.quant_speed.headline"),
        Message.of(
            "explain.quant_speed.numbers",
            model=bench.base.model.name,
            f16_bytes=f16.weights_read_bytes,
            f16=f16.decode.mid,
            q8_bytes=q8.weights_read_bytes,
            q8=q8.decode.mid,
            q4_bytes=q4.weights_read_bytes,
            q4=q4.decode.mid,
        ),
        Message("explain.quant_speed.cost"),
    ]


def _bandwidth(bench: _Bench) -> Texts:
    first = bench.base.placed[0] if bench.base.placed else None
    texts = [Message("explain.bandwidth.headline")]
    if first is not None:
        texts.append(
            Message.of(
                "explain.bandwidth.numbers",
                subject=bench.name(),
                bandwidth=bench.base.ceiling_tok_s * bench.base.weights_read_bytes,
                bytes=bench.base.weights_read_bytes,
                ceiling=bench.base.ceiling_tok_s,
                decode=bench.base.decode,
            )
        )
    return [*texts, Message("explain.bandwidth.why")]


_TOPICS: Final[dict[str, Callable[[_Bench], Texts]]] = {
    "kv_growth": _kv_growth,
    "moe": _moe,
    "two_cards": _two_cards,
    "split": _split,
    "quant_bits": _quant_bits,
    "prefill": _prefill,
    "speculative": _speculative,
    "offload": _offload,
    "quant_speed": _quant_speed,
    "bandwidth": _bandwidth,
}
