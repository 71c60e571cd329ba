"""Citations are made here, from the trace: a line, a stretch of a line, or the words an answer quotes."""

import re

from agent.chat.material import Material
from agent.chat.turn import Citation
from agent.clean import clean_line
from agent.diagnosis.document_parts import Lines, Quoted
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.quote import Place, Quote

LONGEST = 200
_WORD_END = re.compile(r"\s\S*$")


def of_evidence(material: Material, evidence: Evidence) -> Citation:
    """A citation of words that were found."""
    return Citation(
        evidence.lines, material.show(evidence), evidence.match, evidence.event, evidence.start, evidence.end
    )


def of_quote(material: Material, words: str, lines: Lines | None = None) -> Citation | None:
    """The words as they stand in the trace, near these lines if they are named; None where they are not in it."""
    evidence = material.case.finder.find(Quote(words, lines), "reference")
    return of_evidence(material, evidence) if evidence is not None else None


def of_record(material: Material, record: Quoted) -> Citation:
    """A citation of evidence that a diagnosis holds, which may be shortened to its first line."""
    first = record.quote.split("\n", 1)[0]
    citation = _at_its_lines(material, record, first) if first.strip() and not record.redacted else None
    return (
        citation
        or of_line(material, record.lines[0])
        or Citation(record.lines, record.quote, record.match, record.event, 0, 0)
    )


def _at_its_lines(material: Material, record: Quoted, words: str) -> Citation | None:
    """The words where the record says they stand: the same words may stand nearby as well."""
    if 1 <= record.event <= len(material.trace.events):
        event = material.trace.events[record.event]
        text = material.trace.text(event)
        at = text.find(words)
        while at >= 0:
            if event.lines[0] + text.count("\n", 0, at) == record.lines[0]:
                return at_place(material, Place("reference", event.number, at, at + len(words), "exact"))
            at = text.find(words, at + 1)
    return of_quote(material, words, record.lines)


def of_line(material: Material, line: int, words: str = "") -> Citation | None:
    """A line of the trace, or the stretch of it around certain words; None where there is no such line."""
    event = material.visible.event_at(line)
    if event is None:
        return None
    unfolded = material.trace.unfold(event)
    number = line - event.lines[0]
    text = unfolded.lines[number] if number < len(unfolded.lines) else ""
    at = sum(len(one) + 1 for one in unfolded.lines[:number])
    start, end = stretch(text, words)
    return at_place(material, Place("reference", event.number, at + start, at + end, "exact"))


def at_place(material: Material, place: Place) -> Citation:
    """The citation of words that were found before, read again from the trace."""
    return of_evidence(material, material.case.finder.at(place))


def stretch(text: str, words: str = "") -> tuple[int, int]:
    """The part of a line that is quoted: its beginning, or what stands around certain words; cut between words."""
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if end - start <= LONGEST:
        return start, max(start, end)
    at = text.casefold().find(words.casefold()) if words else -1
    if at > LONGEST // 2:
        start = text.rfind(" ", 0, at - LONGEST // 3) + 1
        start = start if at - start < LONGEST else at
    part = text[start : start + LONGEST]
    shorter = _WORD_END.sub("", part)
    return start, start + len(shorter if len(shorter) > LONGEST // 2 else part)


def code_span(text: str) -> str:
    """Words of the trace in Markdown, where nothing in them is obeyed."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{' '.join(text.split())}{pad}{fence}"


def plain(text: str) -> str:
    """Foreign words inside a sentence of ours, on one line and so that Markdown takes them as they are."""
    return "".join(f"\\{mark}" if mark in "\\`*_[]<>#|!~" else mark for mark in clean_line(" ".join(text.split())))
