"""What a person wants to know, from cue words and from what else stands there."""

from __future__ import annotations

from typing import Final

from core.parse import tongue
from core.parse.parsed import Parsed
from core.reading import Intent


def intent_of(
    cues: dict[str, int], said: Parsed, *, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent:
    """Return the intent: the most specific question that the cues and the facts support."""
    is_topical = bool(
        said.models or said.devices or said.quants or said.speeds or said.engine or has_log
    )
    if _is_offtopic(cues, said, is_topical, text):
        return Intent.OFFTOPIC
    if "feel" in cues and said.speeds and not said.models and not said.devices:
        return Intent.FEEL
    if "measure" in cues and not ("diagnose" in cues and said.speeds):
        return Intent.MEASURE
    for wanted in (_of_choice, _of_trouble, _of_many, _of_rest):
        found = wanted(cues, said, has_log, symptoms, text)
        if found is not None:
            return found
    return Intent.SPEED


_TOPIC: Final = (
    " llm", " model", " token", " ollama", " gguf", " vram", " gpu", " quant", " tok/s", " inference",
    " llama", " t/s", " tps", " tflops", " memory bandwidth", " dense ", " moes ", " quantiz", " context", " kontext", " graphics card", " moe ", " kv cache", " offload", " nvlink", " bandwidth",
    " bang thong", " bandbreite", " llama-bench", " graka", " grafikkarte", " speculative", " prefill",
    " mo hinh", " nvidia", " mixture of experts", " meinem rechner", " my pc", " may minh", " my machine",
)  # fmt: skip


def _is_offtopic(cues: dict[str, int], said: Parsed, is_topical: bool, text: str) -> bool:
    if "offtopic" in cues and not (said.speeds and said.models):
        return cues["offtopic"] >= 1 + bool(said.models and (said.devices or said.quants))
    llm = (
        " llm",
        " model",
        " token",
        " ollama",
        " gguf",
        " vram",
        " gpu",
        " quant",
        " tok/s",
        " inference",
        " modell",
        " llama",
        " t/s",
        " tps",
    )
    if is_topical and (said.models or said.quants or said.speeds or said.engine):
        return False
    if said.devices or said.memories:
        cued = set(cues) - {"other", "target", "offtopic", "compare", "recommend_hardware"}
        return not (cued or any(w in text for w in llm))
    if any(word in text for word in llm):
        return False
    return not ("diagnose" in cues or "fit" in cues) or not tongue.is_small_talk(text)


_TROUBLE: Final = frozenset(
    {
        "gpu_idle", "cpu_busy", "vram_full", "vram_low", "all_on_cpu", "partial_offload",
        "sysmem_spill", "kv_growth", "vram_in_use", "cpu_only", "engine_regression", "power_thermal",
    }
)  # fmt: skip


def _trouble(symptoms: tuple[str, ...]) -> bool:
    """Whether the words show a symptom, not only a circumstance."""
    return not _TROUBLE.isdisjoint(symptoms)


_CHOICE: Final = (" or ", " vs ", " oder ", " gegenuber ", " gegen ", " hay ", " hoac ", " voi ")


def _several(said: Parsed) -> bool:
    """Whether quants, backends or engines are set against each other."""
    engines = {engine for engine, _ in said.engines}
    return len({q.id for q in said.quants}) > 1 or len(said.backends) > 1 or len(engines) > 1


def _of_choice(
    cues: dict[str, int], said: Parsed, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent | None:
    """Read the questions for a recommendation, and for a comparison of named sides."""
    if "recommend_quant" in cues and not said.speeds:
        return Intent.RECOMMEND_QUANT
    if "recommend_model" in cues and (not said.models or not said.models[0].id):
        return Intent.RECOMMEND_MODEL
    devices = {(d.id, d.count, d.memory_bytes) for d in said.devices}
    models = {m.id or m.params for m in said.models}
    sides = len(devices) > 1 or len(models) > 1
    choice = any(word in text for word in _CHOICE)
    if not said.speeds and choice and _several(said):
        return Intent.COMPARE
    is_trouble = "diagnose" in cues and (said.speeds or _trouble(symptoms))
    if is_trouble or has_log:
        return None
    if " vs " in text and (said.devices or said.models) and len(said.speeds) != 1:
        return Intent.COMPARE
    if (
        sides
        and (" or " in text or " oder " in text or " hay " in text or " hoac " in text)
        and ("compare" in cues or "recommend_hardware" in cues or "fit" not in cues)
    ):
        return (
            Intent.RECOMMEND_HARDWARE
            if "recommend_hardware" in cues and "compare" not in cues
            else Intent.COMPARE
        )
    if "compare" in cues and sides and not said.speeds and "explain" not in cues:
        return Intent.COMPARE
    if "recommend_hardware" in cues and not said.devices:
        return Intent.RECOMMEND_HARDWARE
    if "recommend_hardware" in cues and cues["recommend_hardware"] > 1 and "speed" not in cues:
        return Intent.RECOMMEND_HARDWARE
    return None


def _of_trouble(
    cues: dict[str, int], said: Parsed, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent | None:
    """Read complaints: a log, an own speed, or a symptom with words of trouble."""
    if has_log:
        return Intent.DIAGNOSE
    if " hurt " in text or " does it matter " in text:
        return Intent.EXPLAIN
    if said.speeds:
        wish = "target" in cues or "recommend_hardware" in cues or "fit" in cues
        if wish and "diagnose" not in cues and "explain" not in cues and len(said.speeds) == 1:
            return (
                Intent.RECOMMEND_HARDWARE
                if "recommend_hardware" in cues and not said.devices
                else None
            )
        return Intent.DIAGNOSE
    if "ttft" in cues and cues["ttft"] + ("diagnose" in cues) > 1 and not _trouble(symptoms):
        return Intent.TTFT
    if _trouble(symptoms) and ("diagnose" in cues or "fit" not in cues):
        return Intent.DIAGNOSE
    if "diagnose" in cues and cues["diagnose"] > 1:
        return Intent.EXPLAIN if "explain" in cues and not said.devices else Intent.DIAGNOSE
    return None


def _of_many(
    cues: dict[str, int], said: Parsed, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent | None:
    if (said.users or 0) > 1 or ("concurrency" in cues and cues["concurrency"] > 1):
        return Intent.CONCURRENCY
    if "concurrency" in cues and ("how many" in text or "wie viele" in text or "bao nhieu" in text):
        return Intent.CONCURRENCY
    if "ttft" in cues:
        return Intent.TTFT
    return None


def _of_rest(
    cues: dict[str, int], said: Parsed, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent | None:
    if "explain" in cues and "speed" not in cues and cues.get("fit", 0) < 2:
        return Intent.EXPLAIN
    if (
        "diagnose" in cues
        and ("explain" in cues or _trouble(symptoms) or not said.devices or "speed" not in cues)
        and "fit" not in cues
    ):
        return Intent.DIAGNOSE
    if "recommend_model" in cues:
        return Intent.RECOMMEND_MODEL
    if "fit" in cues and cues["fit"] > cues.get("speed", 0):
        return Intent.FIT
    if "speed" in cues:
        return Intent.SPEED
    if "fit" in cues:
        return Intent.FIT
    if "recommend_hardware" in cues:
        return Intent.RECOMMEND_HARDWARE
    if "explain" in cues:
        return Intent.EXPLAIN
    if "diagnose" in cues:
        return Intent.DIAGNOSE
    is_bare = not said.quants and not said.contexts and not said.users
    return Intent.FIT if is_bare and said.models and said.devices else None
