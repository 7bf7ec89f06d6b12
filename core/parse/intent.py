"""What a person wants to know, from cue words and from what else stands there."""

from __future__ import annotations

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
    return not any(word in text for word in llm)


def _of_choice(
    cues: dict[str, int], said: Parsed, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent | None:
    """Read the questions for a recommendation, and for a comparison of named sides."""
    if "recommend_quant" in cues:
        return Intent.RECOMMEND_QUANT
    if "recommend_model" in cues and not said.models:
        return Intent.RECOMMEND_MODEL
    devices = {(d.id, d.count) for d in said.devices}
    models = {m.id or m.params for m in said.models}
    if "compare" in cues and (len(devices) > 1 or len(models) > 1) and not said.speeds:
        return Intent.COMPARE
    if "recommend_hardware" in cues and not (said.speeds and "diagnose" in cues):
        return Intent.RECOMMEND_HARDWARE if not said.devices or "fit" not in cues else None
    return None


def _of_trouble(
    cues: dict[str, int], said: Parsed, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent | None:
    """Read complaints: a log, an own speed, or a symptom with words of trouble."""
    if "ttft" in cues and not said.speeds and not has_log and "diagnose" not in cues:
        return Intent.TTFT
    if has_log:
        return Intent.DIAGNOSE
    if said.speeds and "diagnose" in cues:
        return Intent.DIAGNOSE
    if said.speeds and not ("target" in cues and ("fit" in cues or "recommend_hardware" in cues)):
        if "explain" in cues and "diagnose" not in cues:
            return Intent.EXPLAIN
        if "compare" in cues and len(said.devices) > 1:
            return Intent.COMPARE
        if "speed" not in cues or len(said.speeds) > 1 or symptoms:
            return Intent.DIAGNOSE
    if "diagnose" in cues and (cues["diagnose"] > 1 or symptoms) and not said.speeds:
        return Intent.EXPLAIN if "explain" in cues and not said.devices else Intent.DIAGNOSE
    return None


def _of_many(
    cues: dict[str, int], said: Parsed, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent | None:
    if (said.users or 0) > 1 or ("concurrency" in cues and cues["concurrency"] > 1):
        return Intent.CONCURRENCY
    if "concurrency" in cues and "how many" in text:
        return Intent.CONCURRENCY
    if "ttft" in cues:
        return Intent.TTFT
    return None


def _of_rest(
    cues: dict[str, int], said: Parsed, has_log: bool, symptoms: tuple[str, ...], text: str
) -> Intent | None:
    if "explain" in cues and "speed" not in cues and cues.get("fit", 0) < 2:
        return Intent.EXPLAIN
    if "diagnose" in cues and ("explain" in cues or symptoms or not said.devices):
        return Intent.DIAGNOSE
    if "recommend_model" in cues:
        return Intent.RECOMMEND_MODEL
    if "recommend_hardware" in cues and said.models and not said.devices:
        return Intent.RECOMMEND_HARDWARE
    if "speed" in cues:
        return Intent.SPEED
    if "fit" in cues:
        return Intent.FIT
    if "compare" in cues and len(said.devices) + len(said.models) > 2:
        return Intent.COMPARE
    return Intent.DIAGNOSE if "diagnose" in cues else None
