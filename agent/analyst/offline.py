"""The offline analyst: facts that programs found in the events, and an honest word about the rest."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.analyst.analyst import Analyst, Judgement, RootAnswer, SecondLook, WeighedOutcome
from agent.analyst.case import Case
from agent.analyst.choice import Choice
from agent.analyst.facts import onset_event
from agent.chunk.chunks import Chunk
from agent.diagnosis.claim import Claim, Grounded
from agent.diagnosis.document_parts import CellState, Challenge, Outcome, RemedyAdvice
from agent.diagnosis.grounding import ground
from agent.diagnosis.outcome import causes_of, evidence_of, outcome_of
from agent.diagnosis.quote import Quote, Sought
from agent.diagnosis.remedies import advise
from agent.diagnosis.root import choose
from agent.diagnosis.severity import Confidence
from agent.diagnosis.story import Story
from agent.model.meter import News
from agent.signals.readings.who_acts import NOT_AGENTS, by_agent
from agent.signals.registry import DETECTORS
from agent.signals.signal import Mark, Signal

BLIND = "the offline analyst cannot see this: it takes a model that reads what was meant"
LOOKED = "no structural fact shows it; whether it is absent, only a model can tell"
FIRST = "FC1"
SURE_AT, SURE_READ = 0.9, 10


class OfflineAnalyst:
    """Answers every question from signals and rules; needs no key and no network."""

    kind = "offline"
    model: str | None = None
    host: str | None = None
    prompts: str | None = None
    looked = LOOKED

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}

    async def open(self) -> None:
        """Nothing to load."""

    async def outlining(self) -> None:
        """Nothing to wait for."""

    async def prepare(self, case: Case, chunks: Sequence[Chunk]) -> None:
        """Nothing to make ready."""

    async def outline(self, case: Case, chunks: Sequence[Chunk]) -> dict[str, Any]:
        """Nothing: what a right run must do takes a model to say."""
        return {}

    async def judge(
        self, case: Case, category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]
    ) -> Judgement:
        """The facts of one category whose onset lies in the chunk."""
        codes = {mode.code for mode in case.taxonomy.modes_of(category)}
        claims = [
            claim_of(signal, chunk.number)
            for signal in case.survey.signals
            if signal.tier == "fact"
            and signal.mode in codes
            and chunk.events[0] <= onset_event(signal) <= chunk.events[1]
        ]
        kept, dropped = await asyncio.to_thread(ground, claims, case.finder)
        orders = await asyncio.to_thread(case.injections, chunk.events) if category == FIRST else ()
        return Judgement(kept, {code: self._cell(case, code) for code in codes}, dropped, injections=orders)

    def _cell(self, case: Case, code: str) -> tuple[CellState, str]:
        """Whether any detector of facts could look for a mode in this trace."""
        able = [detector for detector in DETECTORS if detector.mode == code and detector.tier == "fact"]
        if not able:
            return "not_assessed", BLIND
        reasons = [case.survey.silent[detector.name] for detector in able if detector.name in case.survey.silent]
        if len(reasons) == len(able):
            return "not_assessed", reasons[0]
        return "judged", "structural facts were looked for"

    async def challenge(self, case: Case, finding: Grounded) -> SecondLook:
        """No second opinion without a model."""
        why = "The offline analyst has no second opinion; the fact stands as it was found."
        return SecondLook(Challenge("not_run", why))

    async def outcome(self, case: Case, outline: dict[str, Any], story: Story) -> WeighedOutcome:
        """What the trace itself says of its end."""
        evidence = tuple(piece.record(case.show) for piece in evidence_of(case.survey.outcome, case.finder))
        return WeighedOutcome(replace(outcome_of(case.survey.outcome), evidence=evidence))

    async def root(self, case: Case, story: Story, outcome: Outcome) -> RootAnswer:
        """The earliest of the gravest findings."""
        survey = case.survey
        causes = causes_of(survey.signals, survey.outcome, case.trace.events.lines)
        return RootAnswer(choose(story.findings, causes))

    async def remedies(self, case: Case, story: Story, outcome: Outcome) -> dict[str, tuple[RemedyAdvice, ...]]:
        """The catalogue with this trace's names."""
        return {finding.id: from_catalogue(case, finding) for finding in story.findings}

    def listen(self, tell: Callable[[News], None]) -> None:
        """Nothing is spent, and nothing waited for."""

    async def close(self) -> None:
        """Nothing is open."""


def analyst(choice: Choice, salt: bytes, state_folder: Path | None) -> Analyst | None:
    """The offline analyst, whatever was chosen: it comes last, and needs nothing."""
    return OfflineAnalyst()


def from_catalogue(case: Case, finding: Grounded) -> tuple[RemedyAdvice, ...]:
    """One remedy of each kind for a finding, with the names of its trace."""
    events = [case.trace.events[place.event] for place in finding.places]
    others = [event.actor for event in events if event.actor and by_agent(event)]
    others += [name for event in events for name in event.to if name.lower() not in NOT_AGENTS]
    return advise(case.taxonomy, finding, others, next((event.tool for event in events if event.tool), None))


def claim_of(signal: Signal, chunk: int) -> Claim:
    """A signal in the words of a claim."""
    return Claim(
        mode=signal.mode,
        title=signal.title,
        explanation=signal.why,
        actor=signal.actor,
        severity=signal.severity,
        confidence=_confidence(signal),
        acts=tuple(map(_quote, signal.acts)),
        references=tuple(map(_quote, signal.references)),
        sought=Sought(signal.search.pattern, signal.search.lines, signal.search.expected_at) if signal.search else None,
        topic=signal.topic,
        occurrences=signal.occurrences,
        source=signal.detector,
        chunk=chunk,
        precision=share(signal),
    )


def share(signal: Signal) -> float | None:
    """How many of a detector's hits were right when they were read."""
    read = signal.precision.read
    return round(signal.precision.right / read, 2) if read else None


def _confidence(signal: Signal) -> Confidence:
    right = share(signal) or 0.0
    sure = signal.confirmable and right >= SURE_AT and signal.precision.read >= SURE_READ
    return "confirmed" if sure else "likely"


def _quote(mark: Mark) -> Quote:
    return Quote(mark.quote, None, mark.event)
