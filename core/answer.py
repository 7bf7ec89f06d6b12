"""What a person is told: one view model for every front end, plain text, one language."""

from catalog.record import record
from core.figures import Advice, Diagnosis, Estimate, Source
from core.reading import Assumption, Intent, Resolved


@record
class Fact:
    """One labelled value, e.g. ("Ceiling", "205 tok/s"). `code` names it across languages."""

    code: str
    label: str
    value: str


@record
class Remark:
    """A sentence with the code of what it says, for warnings and notes."""

    code: str
    text: str


@record
class AdviceText:
    """One piece of advice in words, and the configuration behind it."""

    code: str
    text: str
    key: str | None = None
    advice: Advice | None = None


@record
class AssumptionText:
    """An assumption in words: what is taken, and why."""

    slot: str
    value: str
    why: str
    others: tuple[str, ...] = ()


@record
class CauseText:
    """A likely cause in words: what it is, how to check it, what to do."""

    code: str
    text: str
    check: str = ""
    fix: str = ""


@record
class Table:
    """Rows of words and numbers under column heads (compare, recommend). First column: names."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: tuple[str | None, ...] = ()


@record
class ClarifyText:
    """The one question back, in words, with answers to pick from."""

    slot: str
    text: str
    options: tuple[str, ...] = ()


@record
class Answer:
    """The whole reply. Every text is plain: renderers escape it and add their own markup.

    `status` is answered, clarify, declined or error. `headline` is the verdict and stands first,
    `subject` (what it is about) under it; then at most six `facts`, then `paragraphs`
    (explanations), `table`, `warnings`, `advice`, `assumptions`. `assumed_lines` say these as a
    person reads them, all defaults in one line. `arithmetic` is what *Show the math* shows.
    `text` is the whole plain-text answer as a person would read it. Section titles and button
    labels are phrases of `core.language`.
    """

    question: str
    language: str
    intent: Intent
    status: str
    headline: str
    subject: str = ""
    facts: tuple[Fact, ...] = ()
    paragraphs: tuple[str, ...] = ()
    table: Table | None = None
    warnings: tuple[Remark, ...] = ()
    advice: tuple[AdviceText, ...] = ()
    causes: tuple[CauseText, ...] = ()
    assumptions: tuple[AssumptionText, ...] = ()
    assumed_lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    arithmetic: tuple[str, ...] = ()
    source_line: str = ""
    clarify: ClarifyText | None = None
    followup: bool = False
    resolved: Resolved | None = None
    alternatives: tuple[Resolved, ...] = ()
    estimate: Estimate | None = None
    alternative_estimates: tuple[Estimate, ...] = ()
    diagnosis: Diagnosis | None = None
    raw_assumptions: tuple[Assumption, ...] = ()
    sources: tuple[Source, ...] = ()
    key: str | None = None
    text: str = ""
