"""An answer being written: its sentences, and a citation for every line they name."""

import re
from collections.abc import Iterable

from agent.chat.citations import code_span, of_line, of_record, plain
from agent.chat.material import Material
from agent.chat.turn import Citation, Proposal, Turn
from agent.clean import clean_line
from agent.diagnosis.document_parts import Absence, EvidenceRecord, Lines
from agent.diagnosis.usage import Usage
from agent.lookup.actor_name import actor_name
from agent.number_words import line_range

_POINTS = re.compile(r"`[^`]*`|\bL(\d+)(?:-(\d+))?\b")
"""A line number in a sentence of ours; words of the trace stand in code spans."""


class Draft:
    """Collects paragraphs of Markdown; whatever it shows of the trace is cited as it is written down."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.part: Lines | None = None
        """The lines that the question keeps to; None where it means the whole trace."""
        self.activities: list[str] = []
        self.proposals: list[Proposal] = []
        self._parts: list[str] = []
        self._citations: dict[tuple[int, int, int], Citation] = {}

    def say(self, text: str) -> None:
        """A paragraph."""
        self._parts.append(text)

    @property
    def text(self) -> str:
        """What was written down so far."""
        return "\n\n".join(self._parts)

    def take(self, other: "Draft") -> None:
        """Everything that another draft says, with its citations."""
        self._parts += other._parts
        self._citations |= other._citations
        self.activities += other.activities

    def say_absent(self, what: str) -> None:
        """A paragraph: that something is not in the trace, or not in the part of it that the question keeps to."""
        self.say(f"Not in {'this trace' if self.part is None else line_range(*self.part)}: {what}")

    def listed(self, items: Iterable[str]) -> None:
        """A list, one row each."""
        rows = [f"- {item}" for item in items]
        if rows:
            self._parts.append("\n".join(rows))

    def line(self, number: int) -> str:
        """A line by its number alone."""
        citation = of_line(self.material, number)
        return self._noted(citation) if citation is not None else ""

    def quoted(self, number: int, words: str = "") -> str:
        """A line with who wrote it and its words, or those around what was looked for."""
        citation = of_line(self.material, number, words)
        return self.shown(citation) if citation is not None else ""

    def shown(self, citation: Citation) -> str:
        """A citation with who wrote it and its words."""
        event = self.material.trace.events[citation.event]
        words = f": {code_span(clean_line(citation.quote))}" if citation.quote.strip() else ""
        return f"{self._noted(citation)} {self.name(actor_name(event))}{words}"

    def evidence(self, record: EvidenceRecord) -> str:
        """A piece of evidence of a finding."""
        if isinstance(record, Absence):
            searched = code_span(clean_line(record.searched))
            where, due = line_range(*record.lines), self.line(record.expected_at)
            return f"absence: searched {searched} in {where}, 0 hits; expected at {due}"
        return f"{record.part}: {self.shown(of_record(self.material, record))}"

    def name(self, text: str) -> str:
        """Foreign words inside our sentence, so that nothing in them is Markdown."""
        return plain(self.material.safe(text))

    def turn(self, question: str, about: str, usage: Usage) -> Turn:
        """The answer as it was written."""
        for point in _POINTS.finditer("\n".join(self._parts)):
            if point[1]:
                self.line(int(point[1]))
        return Turn(
            question,
            about,
            self.text,
            tuple(self._citations.values()),
            proposals=tuple(self.proposals),
            usage=usage,
        )

    def _noted(self, citation: Citation) -> str:
        if not any(known.lines[0] <= citation.lines[0] <= known.lines[1] for known in self._citations.values()):
            self._citations[citation.event, citation.start, citation.end] = citation
        return line_range(*citation.lines)
