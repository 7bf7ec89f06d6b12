"""What a person wants to know, from cue words and from what else stands there."""

from __future__ import annotations

from typing import Final

from catalog.record import record
from core.parse import tongue
from core.parse.parsed import Parsed
from core.reading import Intent

_TOPIC: Final = (
    " llm", " model", " token", " ollama", " gguf", " vram", " gpu", " quant", " tok/s",
    " inference", " llama", " t/s", " tps", " tflops", " memory bandwidth", " dense ", " moe ",
    " kv ", " offload", " nvlink", " bandwidth", " bang thong", " bandbreite", " graka",
    " grafikkarte", " speculative", " prefill", " mo hinh", " nvidia", " mixture of experts",
    " meinem rechner", " my pc ", " may minh", " my machine", " context ", " kontext",
    " graphics card", " layers ", " throughput", " chat dai", " cang cham", " longer chat",
    " chat gets", " chat goes on", " long chat", " longer i chat", " my speed ", " layer split",
    " tensor parallel", " row split", " prompt processing", " total vs active", " mein tempo",
    " toc do cua ", " do toc do ",
)  # fmt: skip
_TROUBLE: Final = frozenset(
    {
        "gpu_idle", "cpu_busy", "vram_full", "vram_low", "all_on_cpu", "partial_offload",
        "sysmem_spill", "kv_growth", "vram_in_use", "cpu_only", "engine_regression",
        "power_thermal",
    }
)  # fmt: skip
_BY_CHOICE: Final = frozenset({"cpu_only", "all_on_cpu"})  # no symptom to one who wants it so
_CHOICE: Final = (
    " or ",
    " vs ",
    " oder ",
    " gegenuber ",
    " gegen ",
    " hay ",
    " hoac ",
    " voi ",
    " versus ",
)
_GENERAL: Final = (
    " really 4", " wirklich 4", " that su la 4", " 4 bits", " 4.85", " bits per weight", " bpw",
    " prefill", " prompt processing", " layer split", " split mode", " tensor parallel",
    " total vs active", " active vs total", " dense vs moe", " moe vs dense", " longer i chat",
    " nvlink", " pcie", " offload",
)  # fmt: skip
_NEEDS: Final = (
    " minimum vram ",
    " min vram ",
    " how much vram ",
    " wie viel vram ",
    " wieviel vram ",
)
_HOW_MUCH: Final = (
    " how many t",
    " how much t",
    " wie viele t",
    " wieviel t",
    " wie viel t",
    " bao nhieu t",
    " may tok",
)
_MOST_CONTEXT: Final = (
    " biggest context", " largest context", " how much context", " max context", " most context",
    " how much ctx", " max ctx", " wie viel kontext", " wieviel kontext", " maximaler kontext",
    " bao nhieu ngu canh", " ctx toi da", " ngu canh toi da", " context toi da",
    " wie gross darf der kontext", " bao nhieu context", " bao nhieu ctx", " longest context",
)  # fmt: skip
_BROKEN: Final = (" broken", " bug ", " wrong ", " kaputt", " bi loi ")
_HOW_MUCH_SLOWER: Final = (
    " how much slower", " how much faster", " wie viel langsamer", " wie viel schneller",
    " wieviel langsamer", " wieviel schneller", " nhanh hon bao nhieu", " cham hon bao nhieu",
)  # fmt: skip
_HOW_LONG: Final = (" how long", " wie lange", " bao lau")
_HOW_MANY: Final = (" how many ", " wie viele ", " wieviele ", " bao nhieu nguoi", " may nguoi")
_ACCEPTS: Final = (
    " even if slow",
    " even if it's slow",
    " cham cung duoc",
    " auch wenn langsam",
    " even if it is slow",
)
_MATTERS: Final = (" hurt ", " does it matter ", " what's the point", " whats the point", " eli5 ")


@record
class Signs:
    """All that speaks for one intent or another."""

    cues: dict[str, int]
    said: Parsed
    has_log: bool
    symptoms: tuple[str, ...]
    text: str

    def __contains__(self, cue: str) -> bool:
        return cue in self.cues

    @property
    def is_trouble(self) -> bool:
        """Whether the words show a symptom, not only a circumstance."""
        troubles = _TROUBLE.intersection(self.symptoms)
        is_choice = self.said.cpu_only and "diagnose" not in self.cues
        return bool(troubles - _BY_CHOICE if is_choice else troubles)

    @property
    def is_choice(self) -> bool:
        """Whether two things are set against each other by a word."""
        return any(word in self.text for word in _CHOICE)

    @property
    def devices(self) -> int:
        """How many different devices are named."""
        named = [d for d in self.said.devices if not d.id.startswith(("epyc", "xeon", "2x-"))]
        return len({(d.id, d.count, d.memory_bytes) for d in named or self.said.devices})

    @property
    def models(self) -> int:
        """How many different models are named."""
        return len({m.id or m.params for m in self.said.models})

    @property
    def variants(self) -> int:
        """How many quants, backends or engines are set against each other."""
        said = self.said
        return max(
            len({q.id for q in said.quants}), len(said.backends), len({e for e, _ in said.engines})
        )


def intent_of(
    cues: dict[str, int],
    said: Parsed,
    *,
    has_log: bool,
    symptoms: tuple[str, ...],
    text: str,
    is_followup: bool = False,
) -> Intent:
    """Return the intent: the most specific question that the cues and the facts support."""
    signs = Signs(cues, said, has_log, symptoms, text)
    if _is_offtopic(signs) and not (is_followup and "offtopic" not in cues):
        return Intent.OFFTOPIC
    for rule in (
        _general,
        _context,
        _feel,
        _measure,
        _plain,
        _trouble,
        _choice,
        _recommend,
        _many,
        _rest,
    ):
        if (found := rule(signs)) is not None:
            return found
    return Intent.SPEED


BARE_WORDS: Final = 3


def _is_offtopic(signs: Signs) -> bool:
    """Whether the question is not about running a language model, or about nothing at all."""
    said = signs.said
    if signs.has_log:
        return False
    is_trained = " train" in signs.text or "tuning" in signs.text
    is_used = any(word in signs.text for word in (" inference", " inferenz")) or (
        not is_trained and any(word in signs.text for word in (" with lora", " mit lora"))
    )
    if "offtopic" in signs and not said.speeds and not is_used:
        return True
    is_topic = any(word in signs.text for word in _TOPIC)
    if "aside" in signs and not said.models and not is_topic:
        return True
    if said.models or said.quants or said.speeds or said.engines or said.unknown_models:
        return False
    if is_topic:
        return False
    if said.devices and len(signs.text.split()) <= BARE_WORDS:
        return False  # a card and nothing else: the model is what to ask for
    if said.devices or said.memories or said.ram_type or said.cpu_only:
        return not set(signs.cues) - {"other", "target", "offtopic", "aside"} and not said.ram_bytes
    return not tongue.is_small_talk(signs.text)


def _general(signs: Signs) -> Intent | None:
    """Read a question of why or what that names nothing of one's own."""
    said = signs.said
    is_named = said.models or said.devices or said.speeds or said.quants or said.memories
    if is_named or said.engines or signs.has_log or "explain" not in signs:
        return None
    asks = set(signs.cues) & {"measure", "recommend_model", "recommend_hardware", "recommend_quant"}
    is_mine = any(
        one in signs.text for one in (" mine ", " so slow", " meiner ", " so langsam", " qua ")
    )
    return None if asks or is_mine or said.users or said.cpu_only else Intent.EXPLAIN


def _context(signs: Signs) -> Intent | None:
    """Read the question for the most context that fits."""
    asks = any(one in signs.text for one in _MOST_CONTEXT) and not signs.said.speeds
    return Intent.FIT if asks else None


def _feel(signs: Signs) -> Intent | None:
    is_bare = signs.said.speeds and not signs.said.models and not signs.said.devices
    return Intent.FEEL if "feel" in signs and is_bare else None


def _measure(signs: Signs) -> Intent | None:
    is_complaint = signs.said.speeds or signs.has_log
    return Intent.MEASURE if "measure" in signs and not is_complaint else None


def _plain(signs: Signs) -> Intent | None:
    """Read phrases that leave no doubt: does it matter, how much slower, how long for a prompt."""
    if signs.has_log:
        return None
    if _is_general(signs) or any(word in signs.text for word in _MATTERS):
        return Intent.EXPLAIN
    if any(one in signs.text for one in _HOW_MUCH_SLOWER) and not signs.said.speeds:
        return Intent.COMPARE if max(signs.devices, signs.models, signs.variants) > 1 else None
    if signs.said.prompts and any(one in signs.text for one in _HOW_LONG) and not signs.said.speeds:
        return Intent.TTFT
    return None


def _is_general(signs: Signs) -> bool:
    """Whether two ideas of the field are set against each other, or one is doubted."""
    said = signs.said
    if said.models or said.devices or said.speeds or said.prompts:
        return False
    asks = signs.is_choice or any(
        one in signs.text for one in (" really ", " wirklich ", " that su ")
    )
    return asks and any(one in signs.text for one in _GENERAL)


def _trouble(signs: Signs) -> Intent | None:
    """Read complaints: a log, an own speed, or a symptom with words of trouble."""
    said = signs.said
    if signs.has_log:
        is_question = "explain" in signs and "diagnose" not in signs and " mean" in signs.text
        return Intent.EXPLAIN if is_question else Intent.DIAGNOSE
    if said.speeds:
        return _about_a_speed(signs)
    asks = (
        "recommend_quant" in signs
        or "recommend_model" in signs
        or (signs.is_choice and max(signs.variants, signs.devices, signs.models) > 1)
    )
    if asks:
        return None
    if any(word in signs.text for word in _ACCEPTS):
        return Intent.FIT
    is_wait = "ttft" in signs and (
        signs.cues["ttft"] > 1 or "diagnose" not in signs or said.prompts
    )
    if is_wait and not signs.is_trouble:
        return Intent.TTFT
    if signs.is_trouble and ("diagnose" in signs or "fit" not in signs):
        return Intent.DIAGNOSE
    if signs.cues.get("diagnose", 0) > 1 + ("speed" in signs):
        return Intent.EXPLAIN if "explain" in signs and not said.devices else Intent.DIAGNOSE
    return None


def _about_a_speed(signs: Signs) -> Intent | None:
    """Read a speed as one's own, unless it is wished for or belongs to a choice."""
    hoped = any(f" how do i get {digit}" in signs.text for digit in "123456789")
    if hoped and len(signs.said.speeds) == 1:
        return Intent.RECOMMEND_HARDWARE if not signs.said.devices else None
    may_be = " would " in signs.text or " could " in signs.text
    if (signs.is_choice or may_be) and signs.models > 1 and "diagnose" not in signs:
        return Intent.COMPARE
    is_own = (
        "diagnose" in signs or "explain" in signs or signs.is_trouble or len(signs.said.speeds) > 1
    )
    is_wish = (
        "target" in signs
        or "recommend_hardware" in signs
        or "fit" in signs
        or "recommend_model" in signs
        or " would " in signs.text
        or " could " in signs.text
    )
    if is_wish and not is_own:
        if signs.devices > 1 or (signs.models > 1 and "compare" in signs):
            return Intent.COMPARE
        return None
    return Intent.DIAGNOSE


def _choice(signs: Signs) -> Intent | None:
    """Read a choice between named sides."""
    if any(one in signs.text for one in _NEEDS) and not signs.said.devices:
        return Intent.FIT
    asks_vram = any(one in signs.text for one in (*_NEEDS, " bao nhieu vram"))
    if asks_vram and signs.said.devices and not signs.said.models:
        return Intent.EXPLAIN
    sides = max(signs.devices, signs.models)
    if not sides and signs.is_choice and "compare" in signs:
        return Intent.COMPARE
    if (signs.said.users or 0) > 1 and sides < 2:  # noqa: PLR2004
        return Intent.CONCURRENCY
    if signs.is_choice and signs.variants > 1:
        return Intent.COMPARE
    if (" vs " in signs.text or " versus " in signs.text) and (
        signs.said.devices or signs.said.models
    ):
        return Intent.COMPARE
    if sides > 1 and signs.is_choice:
        is_buy = signs.cues.get("recommend_hardware", 0) > signs.cues.get("compare", 0)
        is_whole = " both " in signs.text or " across " in signs.text or " together " in signs.text
        if is_whole:
            return Intent.FIT
        return Intent.RECOMMEND_HARDWARE if is_buy else Intent.COMPARE
    if sides > 1 and "compare" in signs and "explain" not in signs:
        return Intent.COMPARE
    return None


def _recommend(signs: Signs) -> Intent | None:
    said = signs.said
    if "recommend_quant" in signs:
        return Intent.RECOMMEND_QUANT
    if "recommend_model" in signs and not any(m.id for m in said.models):
        return Intent.RECOMMEND_MODEL
    count = signs.cues.get("recommend_hardware", 0)
    if count and (not said.devices or (count > 1 and "speed" not in signs)):
        return Intent.RECOMMEND_HARDWARE
    return None


def _many(signs: Signs) -> Intent | None:
    count = signs.cues.get("concurrency", 0)
    if (signs.said.users or 0) > 1 or count > 1:
        return Intent.CONCURRENCY
    if count and any(word in signs.text for word in _HOW_MANY):
        return Intent.CONCURRENCY
    is_complaint = "diagnose" in signs and not signs.said.prompts
    return Intent.TTFT if "ttft" in signs and not is_complaint else None


def _rest(signs: Signs) -> Intent | None:
    """Weigh what is left: why, does it fit, how fast, is something wrong."""
    fit, speed = signs.cues.get("fit", 0), signs.cues.get("speed", 0)
    said = signs.said
    is_general = not said.models and (not said.devices or signs.cues.get("explain", 0) > speed)
    if "explain" in signs and (is_general or not speed) and fit <= signs.cues["explain"]:
        return Intent.EXPLAIN
    if any(one in signs.text for one in _HOW_MUCH) and speed and not said.speeds:
        return Intent.SPEED
    if any(one in signs.text for one in _BROKEN) and "diagnose" in signs and not fit:
        return Intent.DIAGNOSE
    if "diagnose" in signs and not fit and ("explain" in signs or not said.devices or not speed):
        return Intent.DIAGNOSE
    if "recommend_model" in signs:
        return Intent.RECOMMEND_MODEL
    if fit or speed:
        if any(one in signs.text for one in _HOW_MUCH):
            return Intent.SPEED
        return Intent.FIT if fit > speed else Intent.SPEED
    for cue, intent in (
        ("recommend_hardware", Intent.RECOMMEND_HARDWARE),
        ("explain", Intent.EXPLAIN),
        ("diagnose", Intent.DIAGNOSE),
    ):
        if cue in signs:
            return intent
    is_bare = not said.quants and not said.contexts and not said.users
    return Intent.FIT if is_bare and said.models and said.devices else None
