"""What every composer works with, and what it hands over."""

from catalog.load import Catalog
from catalog.record import record
from core.answer import AdviceText, CauseText, ClarifyText, Fact, Remark, Table
from core.figures import Diagnosis, Estimate
from core.language.pack import Pack
from core.message import Message
from core.query import Query
from core.question import Question
from core.reading import Intent, Reading, Resolved


@record
class Case:
    """One question, as it was read, with the catalog and the language it is answered in."""

    question: Question
    reading: Reading
    catalog: Catalog
    pack: Pack

    def say(self, code: str, **values: object) -> str:
        """Return the phrase `code` in the language of the answer."""
        return self.pack.say(Message(code, tuple(values.items())))

    @property
    def query(self) -> Query:
        """Return what is asked about; an empty query where nothing was named."""
        return self.reading.sides[0].query if self.reading.sides else Query()


@record
class Draft:
    """The parts of an answer that differ by intent; `core.compose.finish` adds the rest."""

    headline: str
    status: str = "answered"
    subject: str = ""
    facts: tuple[Fact, ...] = ()
    paragraphs: tuple[str, ...] = ()
    table: Table | None = None
    warnings: tuple[Remark, ...] = ()
    advice: tuple[AdviceText, ...] = ()
    causes: tuple[CauseText, ...] = ()
    notes: tuple[str, ...] = ()
    clarify: ClarifyText | None = None
    estimate: Estimate | None = None
    alternatives: tuple[Resolved, ...] = ()
    alternative_estimates: tuple[Estimate, ...] = ()
    diagnosis: Diagnosis | None = None
    intent: Intent | None = None
    show_assumptions: bool = True
