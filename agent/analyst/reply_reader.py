"""A reply about one chunk and category, read with suspicion: what it says of each mode, and what it leaves out."""

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from agent.analyst.analyst import Judgement
from agent.analyst.case import Case
from agent.analyst.offline import claim_of
from agent.analyst.reply_claims import CheckedClaim, ReplyClaims
from agent.analyst.reply_votes import SignalVotes, corroborating
from agent.chunk.chunks import Chunk
from agent.diagnosis.audit import Injection, Refuted
from agent.diagnosis.claim import Claim
from agent.diagnosis.document_parts import CellState
from agent.diagnosis.grounding import ABSENCE_MODES, ground
from agent.model.reply_json import complaints
from agent.model.reply_schemas import JudgementReply, MistakeReply, ModeReply
from agent.signals.signal import Signal

MOST_FINDINGS = 6
MISTAKES = "mistakes"
SILENT = "the reply does not judge it, though asked twice"
UNPROVEN = "said to be present, but no quote given for it stands in the trace"
UNDECIDED = "the model cannot tell from these lines"
JUDGED = "judged by the model"
_CODE = re.compile(r"\s*(?:FM[\s._-]*)?\d\.\d+\b(?!\.\d)", re.IGNORECASE)


@dataclass
class ReplyReader:
    """Reads the replies about one chunk and category, and says what to ask again."""

    case: Case
    chunk: Chunk
    codes: tuple[str, ...]
    signals: Sequence[tuple[str, Signal]]
    source: str
    injections: tuple[Injection, ...] = ()
    _lacking: frozenset[str] = field(default=frozenset(), init=False)
    _claims: ReplyClaims = field(init=False)

    def __post_init__(self) -> None:
        self._claims = ReplyClaims(self.case, self.source, self.chunk.number)

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
        absent = {code for code, mode in said.items() if mode.state == "absent"}
        for code, fault in SignalVotes.of(reply, self.signals).contradicting(absent).items():
            problems.setdefault(code, fault)
        if said_of := await asyncio.to_thread(self._unproven_mistakes, reply):
            problems[MISTAKES] = said_of
        self._lacking = frozenset(problems)
        return " ".join(f"{code} {fault}." for code, fault in problems.items())[:2_000]

    def join(self, first: JudgementReply, second: JudgementReply) -> JudgementReply:
        """The first reply, with the second's word on what the first lacked."""
        lacking = self._lacking
        kept = [one for one in first.modes if self._code(one) not in lacking]
        kept += [one for one in second.modes if self._code(one) in lacking]
        mended = {self._code(one) for one in second.modes}
        kept += [one for one in first.modes if self._code(one) in lacking and self._code(one) not in mended]
        mistakes = second.mistakes if MISTAKES in lacking else first.mistakes
        return JudgementReply(modes=kept, signals=[*first.signals, *second.signals], mistakes=mistakes)

    async def judgement(self, reply: JudgementReply) -> Judgement:
        """What the reply comes to: a state for each cell, and claims with their quotes."""
        said, problems = self._read(reply)
        claims: list[CheckedClaim] = []
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
                made = await asyncio.to_thread(self._checked, code, mode)
                claims += made
                if not any(one.grounded for one in made):
                    cells[code] = ("undetermined", UNPROVEN)
        claims += [one for one, _ in await asyncio.to_thread(self._mistakes, reply)]
        facts, refuted = self._settled(SignalVotes.of(reply, self.signals), cells)
        return await asyncio.to_thread(self._judgement, cells, facts, refuted, _fewest(claims))

    async def failed(self, state: CellState, why: str) -> Judgement:
        """No reply: nothing is decided, and what programs saw stands."""
        facts = [claim_of(signal, self.chunk.number) for _, signal in self.signals if signal.tier == "fact"]
        return await asyncio.to_thread(self._judgement, dict.fromkeys(self.codes, (state, why)), facts)

    def _judgement(
        self,
        cells: dict[str, tuple[CellState, str]],
        facts: Iterable[Claim],
        refuted: tuple[Refuted, ...] = (),
        claims: Sequence[CheckedClaim] = (),
    ) -> Judgement:
        """A judgement of the model's claims that stand, and of the facts that do."""
        kept, dropped = ground(facts, self.case.finder)
        told = [one.grounded for one in claims if one.grounded is not None]
        return Judgement(
            (*told, *corroborating(kept, told, self.case.trace.events.lines)),
            cells,
            dropped=(*(quote for one in claims for quote in one.dropped), *dropped),
            injections=self.injections,
            rejected=refuted,
        )

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
                said[code] = mode.model_copy(update={"findings": [*known.findings, *mode.findings][:3]})
        return {code: mode for code, mode in said.items() if code not in problems}, problems

    def _unproven(self, code: str, mode: ModeReply) -> str:
        """What a mode said to be present lacks of evidence."""
        if not mode.findings:
            return "is present, but without any finding"
        for finding in mode.findings:
            may_be_absent = code in ABSENCE_MODES and finding.absence is not None
            if not finding.references or not (finding.acts or may_be_absent):
                return "is present, but both `acts` and `references` are needed"
        checked = self._checked(code, mode)
        if not any(one.grounded for one in checked):
            dropped = [quote for one in checked for quote in one.dropped]
            shown = "; ".join(f'"{quote.claimed[:80]}"' for quote in dropped[:2])
            return f"is present, but these words are not in the trace: {shown}; copy them exactly, or say absent"
        return ""

    def _mistakes(self, reply: JudgementReply) -> list[tuple[CheckedClaim, bool]]:
        """The plain mistakes of a reply, held against the trace, and whether each quotes both sides."""
        mistakes = []
        for item in reply.mistakes:
            try:
                mistake = MistakeReply.model_validate(item)
            except ValidationError:
                continue
            claim = self._claims.checked(mistake.kind, mistake.as_finding())
            mistakes.append((claim, bool(mistake.acts and mistake.references)))
        return mistakes

    def _unproven_mistakes(self, reply: JudgementReply) -> str:
        """What the plain mistakes of a reply lack of evidence."""
        mistakes = self._mistakes(reply)
        if not all(whole for _, whole in mistakes):
            return "need both `acts` and `references` each"
        dropped = [quote.claimed[:80] for one, _ in mistakes if one.grounded is None for quote in one.dropped]
        shown = "; ".join(f'"{words}"' for words in dropped[:2])
        return f"quote words that are not in the trace: {shown}; copy them exactly, or leave them out" if shown else ""

    def _checked(self, code: str, mode: ModeReply) -> list[CheckedClaim]:
        return [self._claims.checked(code, finding) for finding in mode.findings]

    def _settled(
        self, votes: SignalVotes, cells: dict[str, tuple[CellState, str]]
    ) -> tuple[list[Claim], tuple[Refuted, ...]]:
        """What programs saw and stands, and what is rejected; in lines that give orders, no rejection counts."""
        refuted = votes.rejected(self.chunk.lines) if not self.injections else {}
        left = SignalVotes([pair for pair in self.signals if pair[0] not in refuted], votes.said)
        judged = {code for code, (state, _) in cells.items() if state == "judged"}
        return list(left.claims(self.chunk.number, judged)), tuple(refuted.values())


def _fewest(claims: Sequence[CheckedClaim]) -> list[CheckedClaim]:
    """At most six claims of a category in a chunk, but the surest of each mode in any case."""
    ranked = sorted(dict.fromkeys(claims), key=lambda claim: claim.confidence == "possible")
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
        dropped=(*one.dropped, *other.dropped),
        injections=(*one.injections, *other.injections),
        rejected=(*one.rejected, *other.rejected),
    )
