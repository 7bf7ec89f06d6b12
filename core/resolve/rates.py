"""Whose speed a speed is: measured, wanted, or another's; and on which engine."""

from __future__ import annotations

from typing import Final

from catalog.record import replace
from core.parse import tongue
from core.parse.parsed import Amount, QuantSaid
from core.reading import Intent, LogReading, Resolved
from core.resolve.words import Words

SPEED_CUE_REACH: Final = 34  # characters before a speed in which "says", "need" are about it


_WISHING: Final = (
    Intent.SPEED,
    Intent.FIT,
    Intent.RECOMMEND_HARDWARE,
    Intent.RECOMMEND_MODEL,
    Intent.RECOMMEND_QUANT,
    Intent.CONCURRENCY,
)


def with_rates(side: Resolved, words: Words, intent: Intent, log: LogReading | None) -> Resolved:
    """File the speeds of the words as measured or as wanted."""
    if log and (run := _own_run(words, log)):
        return replace(side, query=replace(side.query, measured_tok_s=run))
    if log and log.decode_tok_s:
        return replace(side, query=replace(side.query, measured_tok_s=log.decode_tok_s))
    speeds = words.said.speeds
    if not speeds:
        return side
    own = [one for one in speeds if not _cue_before(words, one, "other")] or speeds
    wanted = [one for one in speeds if _cue_before(words, one, "target")]
    if intent in _WISHING:
        return replace(side, query=replace(side.query, target_tok_s=(wanted or speeds)[0].value))
    own = [one for one in own if one not in wanted] or own
    if len(speeds) > 1 and not wanted:
        wanted = [one for one in speeds if _follows_how_to_get(words, one)]
        own = [one for one in own if one not in wanted] or own
    measured = min(one.value for one in _mine(own, words))
    target = wanted[0].value if wanted and wanted[0].value != measured else None
    query = replace(side.query, measured_tok_s=measured, target_tok_s=target)
    if len(speeds) > 1 and (quant := _quant_beside(words, measured)):
        query = replace(query, quant=quant.id, bits_per_weight=quant.bits)
    return replace(side, query=query)


def _quant_beside(words: Words, measured: float) -> QuantSaid | None:
    """Return the quant that the measured speed was reached with, where several are named."""
    quants = words.said.quants
    speed = next((one for one in words.said.speeds if one.value == measured), None)
    if speed is None or len({one.id for one in quants}) < 2:  # noqa: PLR2004
        return None
    before = [one for one in quants if 0 < speed.first - one.last <= QUANT_REACH]
    return before[-1] if before else None


QUANT_REACH: Final = 6  # tokens between a quant and the speed it gives


def _mine(speeds: list[Amount], words: Words) -> list[Amount]:
    """Return the speeds that are plainly one's own or plainly the worse, else all."""
    for reach, leads in ((3, _FALLEN), (2, _MEASURED), (1, _ONLY)):
        found = [
            one
            for one in speeds
            if any(t.text in leads for t in words.tokens[max(0, one.first - reach) : one.first])
        ]
        if found:
            return found
    return speeds


_FALLEN: Final = frozenset("falls fell drops dropped drop sinkt fallt faellt tut tuot".split())
_MEASURED: Final = frozenset("measure measured messe mine me gives".split())
_ONLY: Final = frozenset({"only", "nur", "just", "chi"})


def _own_run(words: Words, log: LogReading) -> float | None:
    """Return the speed of the words that is one of the log's runs, or all its users' together."""
    runs = [*log.runs, log.decode_tok_s or 0.0, (log.decode_tok_s or 0.0) * (log.query.users or 1)]
    found = [
        one.value
        for one in words.said.speeds
        if any(run and abs(one.value / run - 1) < 0.02 for run in runs)  # noqa: PLR2004
    ]
    return min(found, default=None)


def _follows_how_to_get(words: Words, speed: Amount) -> bool:
    """Whether the speed is asked for: "17 t/s. how do I get 30?"."""
    start = words.tokens[speed.first].start
    passage = tongue.spaced(words.folded[max(0, start - SPEED_CUE_REACH) : start])
    return any(one in passage for one in (" how do i get ", " how to get ", " wie komme ich auf "))


def _cue_before(words: Words, speed: Amount, name: str) -> bool:
    start = words.tokens[speed.first].start
    passage = tongue.spaced(words.folded[max(0, start - SPEED_CUE_REACH) : start])
    return bool(tongue.cue_places(passage, name, words.language))


def with_engine(side: Resolved, words: Words) -> Resolved:
    """File the engine: of several the one beside the measured speed, else the first that serves."""
    named = words.said.engines
    if side.query.engine:
        return side
    if not named:
        hint = words.said.engine_hint
        if hint is None and side.query.quant and side.query.quant.startswith("mlx-"):
            hint = "mlx"
        return replace(side, query=replace(side.query, engine=hint)) if hint else side
    chosen = named[0][0]
    speed = next((s for s in words.said.speeds if s.value == side.query.measured_tok_s), None)
    if speed is not None and len(named) > 1:
        before = [name for name, at in named if at < speed.first]
        chosen = before[-1] if before else chosen
    elif chosen == "fastchat" and len(named) > 1:
        chosen = named[1][0]
    return replace(side, query=replace(side.query, engine=chosen))
