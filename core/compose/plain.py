"""The whole answer as plain text, as a person would read it."""

from core.answer import Answer, CauseText, Table
from core.language.pack import Pack


def plain_text(answer: Answer, pack: Pack) -> str:
    """Return the answer's parts in reading order; blocks are set apart by an empty line."""
    head = [answer.headline, answer.subject]
    blocks = [
        head,
        [f"{fact.label}: {fact.value}" for fact in answer.facts],
        list(answer.paragraphs),
        table_lines(answer.table) if answer.table else [],
        _titled(pack, causes_title(answer), [cause_text(one, pack) for one in answer.causes]),
        _titled(pack, "section.warnings", [f"- {one.text}" for one in answer.warnings]),
        _titled(pack, "section.advice", [f"- {one.text}" for one in answer.advice]),
        _clarify(answer, pack),
        _titled(pack, "section.assumed", [f"- {line}" for line in answer.assumed_lines]),
        [*answer.notes, answer.source_line],
    ]
    texts = ["\n".join(line for line in block if line) for block in blocks]
    return "\n\n".join(text for text in texts if text)


def causes_title(answer: Answer) -> str:
    """Return the phrase that stands above the causes: where all is normal there is no fault."""
    is_normal = answer.diagnosis is not None and answer.diagnosis.verdict == "normal"
    return "section.causes.normal" if is_normal else "section.causes"


def _titled(pack: Pack, code: str, lines: list[str]) -> list[str]:
    return [pack(code) + ":", *lines] if lines else []


def cause_text(cause: CauseText, pack: Pack) -> str:
    """Return a cause in one line: what it is, the check, the fix."""
    text = f"- {cause.text}"
    if cause.check:
        text += f" {cause.check}"
    if cause.fix:
        text += f" {pack('section.fix')}: {cause.fix}"
    return text


def _clarify(answer: Answer, pack: Pack) -> list[str]:
    if answer.clarify is None or not answer.clarify.options:
        return []
    return _titled(pack, "section.options", [f"- {one}" for one in answer.clarify.options])


def table_lines(table: Table) -> list[str]:
    """Return the table with aligned columns, two spaces between."""
    rows = [table.heads, *table.rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.heads))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
