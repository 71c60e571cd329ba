"""A finding in full, as rows: what, why, the evidence, what else was considered, what to change."""

from typing import TYPE_CHECKING, NamedTuple

from agent.clean import clean_line
from agent.number_words import line_range
from mast_tui.layout.row import AS_WRITTEN, Row, Span, row, spread
from mast_tui.layout.width import cut, words_wrapped
from mast_tui.terminal.themes import Symbols
from taxonomy.mode import Mistake

if TYPE_CHECKING:
    from agent.diagnosis.document_parts import EvidenceRecord, Finding, RemedyAdvice
    from taxonomy.mast import Taxonomy
    from taxonomy.mode import Mode

_QUOTE_ROWS = 3
_ROLES = {"root": "root cause", "contributing": "contributing", "symptom": "symptom", "unrelated": ""}
_CHALLENGES = {
    "upheld": "upheld",
    "reclassified": "another mode after its challenge",
    "refuted": "refuted",
    "unsure": "challenge unsure",
    "not_run": "not challenged",
}


class Stop(NamedTuple):
    """Something the cursor can stand on: a piece of evidence or a remedy, with its rows."""

    kind: str
    number: int
    first: int
    last: int


class FindingRows:
    """Makes the rows of one finding for a width."""

    def __init__(
        self, finding: "Finding", evidence: "list[EvidenceRecord]", taxonomy: "Taxonomy", symbols: Symbols
    ) -> None:
        self._finding = finding
        self._evidence = evidence
        self._taxonomy = taxonomy
        self._symbols = symbols

    @property
    def _failure(self) -> "Mode | Mistake":
        """What kind of failure it is; of a mode of somebody's own nobody here knows more than its code."""
        try:
            return self._taxonomy.failure(self._finding.failure)
        except LookupError:
            return Mistake(self._finding.failure, "", "A mode that somebody named for their own systems.", "", "")

    def made(self, width: int, chip: tuple[Span, ...], event: int | None) -> tuple[list[Row], list[Stop]]:
        """All rows, and where evidence and remedies stand."""
        finding, failure = self._finding, self._failure
        room = width - 4
        rows = [row((f"  {each}", "text bold")) for each in words_wrapped(clean_line(finding.title), room)]
        sign = getattr(self._symbols, finding.severity)
        facts = [finding.confidence, *filter(None, (_ROLES[finding.role], _CHALLENGES[finding.challenge.verdict]))]
        rows.append(
            row((f"  {sign} {finding.severity}", f"{finding.severity} bold"), ("   " + "   ".join(facts), "quiet"))
        )
        if chip:
            where = f"   event {event:,}" if event else ""
            rows.append(Row((Span("  "), *chip, Span(where, "quiet"))))
        if finding.decision or finding.note:
            said = " · ".join(filter(None, (finding.decision, finding.note)))
            rows += [row((f"  {each}", "accent")) for each in words_wrapped(clean_line(said), room)]
        rows += [Row(), row(("  ", "text"), (f"{finding.called}  {failure.name}", "evidence_note bold"))]
        rows += [row((f"  {each}", "quiet italic")) for each in words_wrapped(failure.definition, room)]
        rows += self._part("Why", finding.explanation, room)
        rows.append(Row())
        rows.append(spread((Span("  Evidence", "text bold"),), (Span("n next  p previous ", "quiet"),), width))
        stops: list[Stop] = []
        against = [(at, evidence) for at, evidence in enumerate(self._evidence) if evidence.part == "counter"]
        for at, evidence in enumerate(self._evidence):
            if evidence.part != "counter":
                self._add(at, evidence, room, rows, stops)
        rows += self._rivals(room)
        rows += self._part("Challenge  " + finding.challenge.verdict.replace("_", " "), finding.challenge.because, room)
        for at, evidence in against:
            self._add(at, evidence, room, rows, stops)
        rows += [Row(), row(("  Remedies", "text bold"))]
        for at, remedy in enumerate(finding.remedies):
            made = self._remedy(remedy, room)
            stops.append(Stop("remedy", at, len(rows), len(rows) + len(made) - 1))
            rows += made
        return rows, stops

    def _add(self, at: int, evidence: "EvidenceRecord", room: int, rows: list[Row], stops: list[Stop]) -> None:
        """A piece of evidence, on which the cursor can stand."""
        made = self._piece(evidence, room)
        stops.append(Stop("evidence", at, len(rows), len(rows) + len(made) - 1))
        rows += made

    def _part(self, name: str, words: str, room: int) -> list[Row]:
        made = [Row(), row((f"  {name}", "text bold"))]
        return made + [row((f"  {each}", "text")) for each in words_wrapped(clean_line(words), room)]

    def _piece(self, evidence: "EvidenceRecord", room: int) -> list[Row]:
        where = line_range(*evidence.lines)
        if evidence.part == "absence":
            said = f'searched "{clean_line(evidence.searched)}": 0 hits'
            return [
                row(("  absence    ", "quiet bold"), (where, "accent underline")),
                *(row(("             ", "text"), (each, "text")) for each in words_wrapped(said, room - 12)),
            ]
        head = row(
            (f"  {evidence.part:<11}", "quiet bold"),
            (where, "accent underline"),
            (" " * max(2, 11 - len(where)), "text"),
            (evidence.match, "quiet italic"),
        )
        text = words_wrapped(clean_line(" ".join(evidence.quote.split())), room - 12)
        shown = text[:_QUOTE_ROWS]
        if len(text) > _QUOTE_ROWS:
            shown[-1] = cut(shown[-1], room - 14) + " …"
        return [head, *(row(("             ", "text"), (each, f"text {AS_WRITTEN}")) for each in shown)]

    def _rivals(self, room: int) -> list[Row]:
        made: list[Row] = []
        for rival in self._failure.rivals[:2]:
            other = self._taxonomy.mode(rival.code)
            made.append(row((f"  {other.code} {other.name}", "quiet bold")))
            made += [row((f"    {each}", "quiet")) for each in words_wrapped(rival.rule, room - 2)]
        return [Row(), row(("  Not this instead", "text bold")), *made] if made else []

    def _remedy(self, remedy: "RemedyAdvice", room: int) -> list[Row]:
        words = f"{clean_line(remedy.target)}: {clean_line(remedy.change)}"
        made: list[Row] = []
        for at, each in enumerate(words_wrapped(words, room - 15)):
            lead = f"  {remedy.kind:<15}" if at == 0 else " " * 17
            made.append(row((lead, "recovered"), (each, "text")))
        if remedy.trial is not None:
            from agent.trial.conclusion import conclusion

            told = words_wrapped(f"Tried: {clean_line(conclusion(remedy.trial))}", room - 15)
            made += [row((" " * 17, "text"), (each, "accent")) for each in told]
        return made
