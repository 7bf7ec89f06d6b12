"""A measured speed held against what the physics expects: normal, slow, impossible or unknown.

`verdict` compares the number with our interval, `evidence` collects what the words, the log and
the setup speak for, `instead` estimates what other explanations would give, and `causes` puts the
likeliest into messages with the check that confirms each and the fix.
"""

from catalog.load import Catalog
from core.diagnose.causes import causes
from core.diagnose.evidence import gather
from core.diagnose.instead import explanations
from core.diagnose.judge import judge, share_of_ceiling, summary
from core.diagnose.situation import Situation, situation_of
from core.figures import Diagnosis, Estimate
from core.reading import Reading

__all__ = ["diagnose"]


def diagnose(reading: Reading, estimate: Estimate | None, catalog: Catalog) -> Diagnosis:
    """Return the verdict on the person's own speed, and the likeliest causes in order.

    `estimate` is that of the reading's first side, None where it names too little for one. At
    most three further estimates are made, only for a speed that is below the interval.
    """
    at_hand: Situation = situation_of(reading, estimate, catalog)
    instead = explanations(at_hand)
    verdict = judge(at_hand, instead)
    evidence = gather(at_hand, instead, verdict)
    return Diagnosis(
        verdict=verdict.code,
        summary=summary(at_hand, verdict),
        measured_tok_s=at_hand.measured_tok_s,
        share_of_ceiling=share_of_ceiling(at_hand),
        causes=causes(at_hand, evidence, verdict, instead),
        estimate=at_hand.estimate,
    )
