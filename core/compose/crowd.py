"""How many people at once, where nobody said how many: a table of users, speed for each, total."""

from collections.abc import Iterator
from typing import Final

from catalog.record import replace
from core.answer import Table
from core.compose.case import Case, Draft
from core.compose.names import asked, feel_words, subject
from core.compose.speed import warnings
from core.estimate import estimate as estimated
from core.figures import Estimate, Fits, Throughput

_STEPS: Final = (2, 4, 8, 16, 32, 64, 128, 256)
_READING_TOK_S: Final = 5.0
"""Below reading speed nobody would call it served."""
_WHOLE: Final = (Fits.YES, Fits.TIGHT)


def crowd(case: Case) -> Draft:
    """Return up to how many people a setup serves at reading speed or better."""
    alone = estimated(case.query, case.catalog)
    served = list(_served(case))
    say = case.say
    name = subject(case, replace(asked(alone, case.query), users=None))
    if not served:
        return Draft(
            headline=say("headline.users.one"),
            subject=name,
            warnings=warnings(case, alone),
            estimate=alone,
        )
    most = served[-1][1]
    return Draft(
        headline=say(
            "headline.users.most",
            users=most.users,
            each=most.per_user,
            total=most.total,
            feel=feel_words(most.per_user),
        ),
        subject=name,
        table=_table(case, served),
        warnings=warnings(case, alone),
        estimate=alone,
    )


def _served(case: Case) -> Iterator[tuple[Estimate, Throughput]]:
    """Yield the numbers of users that fit and are served, fewest first."""
    for users in _STEPS:
        one = estimated(replace(case.query, users=users), case.catalog)
        many = one.throughput
        if many is None or one.fits not in _WHOLE or many.per_user.mid < _READING_TOK_S:
            return
        yield one, many


def _table(case: Case, served: list[tuple[Estimate, Throughput]]) -> Table:
    say = case.say
    return Table(
        tuple(say(f"head.{head}") for head in ("users", "each", "total", "memory")),
        tuple(
            (
                str(many.users),
                say("cell.range", decode=many.per_user),
                say("cell.range", decode=many.total),
                say("cell.gb", bytes=one.memory.needed_bytes),
            )
            for one, many in served
        ),
        tuple(replace(case.query, users=many.users).key for _, many in served),
    )
