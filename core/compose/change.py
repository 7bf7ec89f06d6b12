"""What a follow-up changed, held against the answer before."""

from core.compose.case import Case
from core.compose.headline import over_bytes
from core.figures import Estimate
from core.message import Message


def against_before(case: Case, before: Estimate, after: Estimate) -> str:
    """Return "from 38 to 21 tok/s; now 3.2 GB over" in the language of the answer."""
    old, new = before.decode.mid, after.decode.mid
    same = abs(new - old) <= 0.02 * max(old, new)
    return case.say(
        "change.speed.same" if same else "change.speed",
        before=old,
        after=new,
        memory=_memory(over_bytes(before), over_bytes(after)),
    )


def _memory(was: float, over: float) -> Message:
    if over > 0:
        code = "still_over" if was > 0 else "over"
    else:
        code = "still_spare" if was <= 0 else "spare"
    return Message.of(f"change.memory.{code}", over=over, spare=-over, was=abs(was))
