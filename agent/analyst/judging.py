"""A reply about one chunk and category, read with suspicion: what it says of each mode, and what it leaves out."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pydantic import ValidationError

from agent.analyst.analyst import Judgement
from agent.analyst.case import Case
from agent.analyst.offline import claim_of
from agent.chunk.plan import Chunk
from agent.diagnosis.claim import Claim, Quote, Sought
from agent.diagnosis.grounded import ABSENCE_MODES, ground
from agent.diagnosis.shapes import CellState, Confidence, Injection, Refuted
from agent.model.replies import complaints
from agent.model.shapes import FindingReply, JudgementReply, ModeReply, QuoteReply, VoteReply
from agent.signals.signal import Signal

MOST_FINDINGS = 4
LIKELY = 0.75
SHORTEST_QUOTE = 3
SILENT = "the reply does not judge it, though asked twice"
UNPROVEN = "said to be present, but no quote given for it stands in the trace"
UNDECIDED = "the model cannot tell from these lines"
JUDGED = "judged by the model"
_CODE = re.compile(r"\s*(?:FM[\s._-]*)?\d\.\d+\b(?!\.\d)", re.IGNORECASE)
_WORD = re.compile(r"[^\s|][^|]*")


@dataclass
class Bench:
    """One judgement in the making: what was asked, and how its replies are read."""

    case: Case
    chunk: Chunk
    codes: tuple[str, ...]
    signals: Sequence[tuple[str, Signal]]
    source: str
    injections: tuple[Injection, ...] = ()
    _lacking: frozenset[str] = field(default=frozenset(), init=False)

    async def lacks(self, reply: JudgementReply) -> str:
        """What has to be asked again, in words for the model."""
        said, problems = self._read(reply)
        for code in self.codes:
            mode = said.get(code)
            if mode is None and code not in problems:
                problems[code] = "is missing"
            elif mode is not None and mode.state == "present" and code not in problems:
                fault = await asyncio.to_thread(self._unproven, code, mode)
                if fault:
                    problems[code] = fault
        self._lacking = frozenset(problems)
        return " ".join(f"{code} {fault}." for code, fault in problems.items())[:2_000]

    def join(self, first: JudgementReply, second: JudgementReply) -> JudgementReply:
        """The first reply, with the second's word on what the first lacked."""
        lacking = self._lacking
        kept = [one for one in first.modes if self._code(one) not in lacking]
        kept += [one for one in second.modes if self._code(one) in lacking]
        mended = {self._code(one) for one in second.modes}
        kept += [one for one in first.modes if self._code(one) in lacking and self._code(one) not in mended]
        return JudgementReply(modes=kept, signals=[*first.signals, *second.signals])

    async def judgement(self, reply: JudgementReply) -> Judgement:
        """What the reply comes to: a state for each cell, and claims with their quotes."""
        said, problems = self._read(reply)
        claims: list[Claim] = []
        cells: dict[str, tuple[CellState, str]] = {}
        for code in self.codes:
            mode = said.get(code)
            if mode is None:
                why = f"the reply about it {problems[code]}, though asked twice" if code in problems else SILENT
                cells[code] = ("undetermined", why)
                continue
            if mode.state == "cannot_tell":
                cells[code] = ("undetermined", UNDECIDED)
                continue
            cells[code] = ("judged", JUDGED)
            if mode.state == "present":
                made = await asyncio.to_thread(self._claims, code, mode)
                claims += made
                kept, _ = await asyncio.to_thread(ground, made, self.case.finder)
                if not kept:
                    cells[code] = ("undetermined", UNPROVEN)
        facts, refuted = self._votes(reply, cells)
        return Judgement((*_fewest(claims), *facts), cells, injections=self.injections, rejected=refuted)

    def failed(self, state: CellState, why: str) -> Judgement:
        """No reply: nothing is decided, and what programs saw stands."""
        facts = tuple(claim_of(signal, self.chunk.number) for _, signal in self.signals if signal.tier == "fact")
        return Judgement(facts, dict.fromkeys(self.codes, (state, why)), injections=self.injections)

    def _code(self, item: object) -> str | None:
        """The mode that an item speaks of, by code, name or alias."""
        name = item.get("mode") if isinstance(item, dict) else None
        if not isinstance(name, str):
            return None
        head = _CODE.match(name)
        code = self.case.code_of(head[0] if head else name)
        if head and (rest := name[head.end() :].strip(" .:;,()[]-\u2013\u2014*_`\"'")):
            other = self.case.code_of(rest)
            code = None if other not in (None, code) or _CODE.search(rest) else code
        return code if code in self.codes else None

    def _read(self, reply: JudgementReply) -> tuple[dict[str, ModeReply], dict[str, str]]:
        """What is said of each mode; an item that does not fit, or two that disagree, say nothing."""
        said: dict[str, ModeReply] = {}
        problems: dict[str, str] = {}
        for item in reply.modes:
            code = self._code(item)
            if code is None:
                continue
            try:
                mode = ModeReply.model_validate(item)
            except ValidationError as error:
                problems[code] = f"does not fit ({complaints(error, 2)})"
                continue
            if mode.state == "absent" and mode.findings:
                problems[code] = "contradicts itself (absent, with findings)"
            known = said.get(code)
            if known is None:
                said[code] = mode
            elif known.state != mode.state:
                problems[code] = "contradicts itself (judged twice)"
            else:
                said[code] = mode.model_copy(update={"findings": [*known.findings, *mode.findings][:2]})
        return {code: mode for code, mode in said.items() if code not in problems}, problems

    def _unproven(self, code: str, mode: ModeReply) -> str:
        """What a mode said to be present lacks of evidence."""
        if not mode.findings:
            return "is present, but without any finding"
        for finding in mode.findings:
            may_be_absent = code in ABSENCE_MODES and finding.absence is not None
            if not finding.references or not (finding.acts or may_be_absent):
                return "is present, but both `acts` and `references` are needed"
        kept, dropped = ground(self._claims(code, mode), self.case.finder)
        if not kept:
            shown = "; ".join(f'"{quote.claimed[:80]}"' for quote in dropped[:2])
            return f"is present, but these words are not in the trace: {shown}; copy them exactly, or say absent"
        return ""

    def _claims(self, code: str, mode: ModeReply) -> list[Claim]:
        return [self._claim(code, finding) for finding in mode.findings]

    def _claim(self, code: str, finding: FindingReply) -> Claim:
        acts = tuple(self._quote(quote) for quote in finding.acts)
        act = next((found for quote in acts if (found := self.case.finder.find(quote, "act"))), None)
        proven = any(self.case.finder.find(self._quote(quote), "reference") for quote in finding.references)
        actor = (act.actor if act is not None else None) or self._known(finding.actor)
        said = [finding.why, self._not_the_rival(finding)]
        confidence: Confidence = "likely" if proven and finding.confidence >= LIKELY else "possible"
        return Claim(
            mode=code,
            title=finding.what.rstrip(".") or self.case.taxonomy.mode(code).name,
            explanation=" ".join(part if part[-1] in ".!?" else f"{part}." for part in said if part),
            actor=actor,
            severity=finding.severity,
            confidence=confidence,
            acts=acts,
            references=tuple(self._quote(quote) for quote in finding.references),
            sought=self._sought(code, finding),
            topic=finding.about.casefold()[:60],
            origin="model",
            source=self.source,
            chunk=self.chunk.number,
        )

    def _not_the_rival(self, finding: FindingReply) -> str:
        """Why it is another mode than the one it looks most like."""
        code = self.case.code_of(finding.rival) if finding.why_not_rival else None
        if code is None:
            return ""
        return f"It is not {code} {self.case.taxonomy.mode(code).name}: {finding.why_not_rival}"

    def _quote(self, quote: QuoteReply) -> Quote:
        last = min(quote.line + quote.quote.count("\n"), self.case.trace.events.lines)
        lines = (quote.line, last) if 1 <= quote.line <= last else None
        words = self.case.restore(quote.quote, quote.line) if _says_something(quote.quote) else ""
        return Quote(words, lines, said=quote.quote)

    def _sought(self, code: str, finding: FindingReply) -> Sought | None:
        """The search of a claim about something missing; its words are taken as words, never as a pattern to run."""
        absence = finding.absence
        if absence is None or code not in ABSENCE_MODES:
            return None
        words = [re.escape(found[0].strip()) for found in _WORD.finditer(absence.pattern)]
        words = [word for word in words if len(word) > 1]
        if not words or not absence.first <= absence.last:
            return None
        return Sought("|".join(words), (absence.first, absence.last), absence.expected_at)

    def _known(self, actor: str) -> str | None:
        """The actor of the trace that a name means."""
        return next((one for one in self.case.actors if one.casefold() == actor.casefold()), None)

    def _votes(
        self, reply: JudgementReply, cells: dict[str, tuple[CellState, str]]
    ) -> tuple[tuple[Claim, ...], tuple[Refuted, ...]]:
        """The facts that stand, and those the model rejects; in lines that give orders, no rejection counts."""
        votes: dict[str, VoteReply] = {}
        for item in reply.signals:
            try:
                vote = VoteReply.model_validate(item)
            except ValidationError:
                continue
            votes[vote.id.strip().upper()] = vote
        claims: list[Claim] = []
        rejected: list[Refuted] = []
        for name, signal in self.signals:
            vote_of = votes.get(name)
            confirmed = vote_of is not None and vote_of.vote == "confirm"
            claim = claim_of(signal, self.chunk.number)
            if vote_of is not None and not confirmed and signal.tier == "fact" and not self.injections:
                lines = signal.occurrences[0] if signal.occurrences else self.chunk.lines
                why = f"The model rejects what a program saw: {vote_of.why}"
                rejected.append(Refuted(signal.mode, signal.title, lines, why))
            elif signal.tier == "fact":
                claims.append(replace(claim, origin="both") if confirmed else claim)
            elif confirmed and signal.mode in cells and cells[signal.mode][0] == "judged":
                claims.append(replace(claim, origin="both", confidence="possible"))
        return tuple(claims), tuple(rejected)


def _says_something(quote: str) -> bool:
    """Whether a quote is more than a sign or two, which stand in any trace."""
    return sum(sign.isalnum() for sign in quote) >= SHORTEST_QUOTE


def _fewest(claims: Sequence[Claim]) -> list[Claim]:
    """At most four claims of a category in a chunk, but the surest of each mode in any case."""
    ranked = sorted(claims, key=lambda claim: claim.confidence == "possible")
    surest = {claim.mode: claim for claim in reversed(ranked)}
    first = [claim for claim in ranked if surest[claim.mode] is claim]
    rest = [claim for claim in ranked if claim not in first]
    return first + rest[: max(0, MOST_FINDINGS - len(first))]


def joined(one: Judgement, other: Judgement) -> Judgement:
    """The judgements of two halves of a chunk: a cell counts as judged only if both halves were."""
    cells: dict[str, tuple[CellState, str]] = {}
    for code, cell in one.cells.items():
        second = other.cells.get(code, ("undetermined", SILENT))
        cells[code] = cell if cell[0] != "judged" else second
    return Judgement(
        (*one.claims, *other.claims),
        cells,
        injections=(*one.injections, *other.injections),
        rejected=(*one.rejected, *other.rejected),
    )
