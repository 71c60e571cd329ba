"""Turns what a reply says of a mode into claims, and holds each against the trace, once."""

import re
from dataclasses import dataclass, replace

from agent.analyst.case import Case
from agent.diagnosis.audit import DroppedQuote
from agent.diagnosis.claim import Claim, Grounded
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.grounding import SEARCH_MODES, Grounding
from agent.diagnosis.quote import Quote, Sought
from agent.diagnosis.severity import Confidence
from agent.model.reply_schemas import FindingReply, QuoteReply
from taxonomy.mode import called

LIKELY = 0.75
SHORTEST_QUOTE = 3
NOBODYS = frozenset({"environment", "data"})
"""Kinds of plain mistakes that are nobody's where a reply names nobody, whoever shows the words."""
LONGEST_RECORD = 200_000
"""Characters of a record in which a speaker is looked for."""
_WORD = re.compile(r"[^\s|][^|]*")
_SIGN = re.compile(r"[][.^$*+?{}()|\\]")
"""What means something in a pattern: only that is escaped, so that a reader sees the words that were looked for."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim of a reply after it was held against the trace."""

    mode: str
    """The code of a mode, or the kind of a plain mistake."""
    confidence: Confidence
    grounded: Grounded | None
    """None where no quote given for it stands in the trace."""
    dropped: tuple[DroppedQuote, ...]


class ReplyClaims:
    """Makes the claims of one judgement; a finding that is said again is not looked up again."""

    def __init__(self, case: Case, source: str, chunk: int) -> None:
        self._case = case
        self._source = source
        self._chunk = chunk
        self._checked: dict[tuple[str, str], CheckedClaim] = {}

    def checked(self, code: str, finding: FindingReply) -> CheckedClaim:
        """What the trace says of a finding of a reply; who did it and how sure it is go by what was found."""
        key = code, finding.model_dump_json()
        if key not in self._checked:
            grounding = Grounding(self._claim(code, finding), self._case.finder)
            proven = bool(grounding.references) and finding.confidence >= LIKELY
            confidence: Confidence = "likely" if proven else "possible"
            grounded = grounding.grounded
            if grounded is not None:
                actor = grounded.actor or self._speaker(finding.actor, grounding.acts)
                if actor is None and grounding.acts and not (code in NOBODYS and not _says_something(finding.actor)):
                    actor = grounding.acts[0].actor
                grounded = replace(grounded, actor=actor, confidence=confidence)
            self._checked[key] = CheckedClaim(code, confidence, grounded, tuple(grounding.dropped))
        return self._checked[key]

    def _claim(self, code: str, finding: FindingReply) -> Claim:
        said = [finding.why, self._not_the_rival(finding)]
        return Claim(
            mode=code,
            title=finding.what.rstrip(".") or self._case.taxonomy.failure(code).name,
            explanation=" ".join(part if part[-1] in ".!?" else f"{part}." for part in said if part),
            actor=self._known(finding.actor),
            severity=finding.severity,
            confidence="possible",
            acts=tuple(map(self._quote, finding.acts)),
            references=tuple(map(self._quote, finding.references)),
            sought=self._sought(code, finding),
            topic=finding.about.casefold()[:60],
            origin="model",
            source=self._source,
            chunk=self._chunk,
        )

    def _not_the_rival(self, finding: FindingReply) -> str:
        """Why it is another mode than the one it looks most like."""
        code = self._case.code_of(finding.rival) if finding.why_not_rival else None
        if code is None:
            return ""
        return f"It is not {called(code)} {self._case.taxonomy.failure(code).name}: {finding.why_not_rival}"

    def _quote(self, quote: QuoteReply) -> Quote:
        last = min(quote.line + quote.quote.count("\n"), self._case.trace.events.lines)
        lines = (quote.line, last) if 1 <= quote.line <= last else None
        says = _says_something(quote.quote) or (lines is not None and self._is_line(quote))
        words = self._case.restore(quote.quote, quote.line) if says else ""
        return Quote(words, lines, said=quote.quote)

    def _is_line(self, quote: QuoteReply) -> bool:
        """Whether a quote, however short, is all that its line says, as a cell of a table is."""
        words = quote.quote.strip()
        return bool(words) and [line.strip() for line in self._case.trace.lines(quote.line, quote.line)] == [words]

    def _sought(self, code: str, finding: FindingReply) -> Sought | None:
        """The search of a claim about something missing; its words are taken as words, never as a pattern to run."""
        absence = finding.absence
        if absence is None or code not in SEARCH_MODES:
            return None
        words = [_SIGN.sub(r"\\\g<0>", part[0].strip()) for part in _WORD.finditer(absence.pattern)]
        words = [word for word in words if len(word) > 1]
        if not words or not absence.first <= absence.last:
            return None
        return Sought("|".join(words), (absence.first, absence.last), absence.expected_at)

    def _known(self, actor: str) -> str | None:
        """The actor of the trace that a name means."""
        wanted = self._case.redact(actor).casefold()
        return next((one for one in self._case.agents if self._case.redact(one).casefold() == wanted), None)

    def _speaker(self, name: str, acts: list[Evidence]) -> str | None:
        """The name, where a record that holds the words of several lets it begin a line, as the speaker of one."""
        wanted = name.strip()
        if len(wanted) < SHORTEST_QUOTE:
            return None
        begins = re.compile(
            rf"^[\W_]*(?:[^\n:()]{{1,40}}\()?{re.escape(wanted)}(?:\s*\([^)\n]*\))?\s*(?:[:>\])]|$)",
            re.MULTILINE | re.IGNORECASE,
        )
        for act in acts:
            text = self._case.redact(self._case.trace.text(self._case.trace.events[act.event])[:LONGEST_RECORD])
            if (spoken := begins.search(text)) is not None:
                at = spoken[0].casefold().find(wanted.casefold())
                return spoken[0][at : at + len(wanted)]
        return None


def _says_something(quote: str) -> bool:
    """Whether a quote is more than a sign or two, which stand in any trace."""
    return sum(sign.isalnum() for sign in quote) >= SHORTEST_QUOTE
