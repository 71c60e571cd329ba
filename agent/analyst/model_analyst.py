"""The model analyst: asks a language model every question of the graph, and believes only what the trace bears out."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from agent.analyst import questions
from agent.analyst.analyst import Analyst, Judgement, RootAnswer, SecondLook, WeighedOutcome, usage_of
from agent.analyst.case import Case
from agent.analyst.challenge_question import asked_challenge
from agent.analyst.choice import Choice, asker_of
from agent.analyst.closing_asker import ClosingAsker, judged_twice
from agent.analyst.masking import compared, earned_again, is_upheld, rooted_again, steadier
from agent.analyst.offline import OfflineAnalyst
from agent.analyst.outcome_question import asked_for_outcome
from agent.analyst.outline_checks import numbered
from agent.analyst.outline_view import outline_view
from agent.analyst.remedies_question import asked_for_remedies
from agent.analyst.reply_reader import ReplyReader, joined
from agent.analyst.root_question import asked_for_root
from agent.analyst.shown_trace import ShownTrace
from agent.chunk.chunks import Chunk
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Challenge, Outcome, RemedyAdvice
from agent.diagnosis.story import Story
from agent.model.asker import Asker
from agent.model.faults import UNDETERMINED, Fault, Status
from agent.model.meter import News, ledger
from agent.model.model_question import Question
from agent.model.prompts import fingerprint, poured
from agent.model.reply_schemas import JudgementReply, OutlineReply, StrictFirstJudgement, StrictJudgement, schema_of

LOOKED = "every chunk was judged by a model, none shows it"
DEEPEST = 3
HEAD_START, LONGEST_HEAD_START = 0.02, 1.0
"""Seconds that the question for the outline has to itself before anything else is made ready, and the most of them."""
AT_FIRST = 8
"""Chunks that are made ready before they are asked about."""
SPLITTING = {Status.TOO_LARGE: DEEPEST, Status.TOO_LONG: 1}
"""How often a chunk is halved for a fault: a prompt that is too large gets smaller, a model that rambles may go on."""

Outline = dict[str, Any]


class ModelAnalyst:
    """Answers by prompts; falls back on what programs saw wherever no answer can be had."""

    kind = "model"
    looked = LOOKED

    def __init__(self, asker: Asker, salt: bytes, state_folder: Path | None = None) -> None:
        self.model: str | None = asker.model.name
        self.host: str | None = asker.model.host
        self.prompts: str | None = fingerprint()
        self.settings: dict[str, Any] = {"answer_tokens": asker.answer_tokens}
        self._asker = asker
        self._salt = salt
        self._folder = state_folder
        self._offline = OfflineAnalyst()
        self._at: ShownTrace | None = None
        self._fits: int | None = None
        self._opening = asyncio.Lock()
        self._outlining = asyncio.Event()

    def listen(self, tell: Callable[[News], None]) -> None:
        """Tell somebody what is spent and what is waited for."""
        self._asker.meter.tell = tell

    async def close(self) -> None:
        """Let go of the connection."""
        await self._asker.model.close()

    async def open(self) -> None:
        """Load what asking takes; a fault of it shows when something is asked."""
        with suppress(Fault):
            await self._asker.model.open()

    async def outlining(self) -> None:
        """Wait, a moment at most, until the question for the outline is on its way."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_HEAD_START):
                await self._outlining.wait()

    async def prepare(self, case: Case, chunks: Sequence[Chunk]) -> None:
        """Render the first chunks, and look for orders in them, while the outline is waited for."""
        shown = await self._shown_trace(case)
        shown.cut_into(chunks)

        def ready() -> None:
            for chunk in chunks[:AT_FIRST]:
                shown.text(chunk)
                case.injections(chunk.events)

        await asyncio.to_thread(ready)

    async def outline(self, case: Case, chunks: Sequence[Chunk]) -> dict[str, Any]:
        """What a right run must do, as numbered checks; nothing where the model gives no answer."""
        if not case.trace.events.lines:
            self._outlining.set()
            return {}
        shown = await self._shown_trace(case)
        text, says = await asyncio.to_thread(outline_view, shown)
        asyncio.get_running_loop().call_later(HEAD_START, self._outlining.set)
        try:
            user = case.redact(poured("outline", {"trace": text, "shown": says}))
            question = Question("outline", shown.instructions, user, OutlineReply, schema_of(OutlineReply))
            reply = await self._asker.ask(question, shown.cache)
        except Fault as fault:
            self._stop(fault)
            return {"missing": fault.says}
        return await asyncio.to_thread(numbered, case, reply)

    async def judge(
        self, case: Case, category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]
    ) -> Judgement:
        """Each mode of one category in one chunk; what nobody answers stays undetermined."""
        shown = await self._shown_trace(case)
        with ledger() as book:
            judgement = await self._judged(shown, category, chunk, outline, so_far, 0)
            if judgement.injections and any(state == "judged" for state, _ in judgement.cells.values()):
                bare = shown.without_orders()
                judgement = compared(judgement, await self._judged(bare, category, chunk, outline, so_far, 0))
        return replace(judgement, usage=usage_of(book.spent))

    async def _judged(
        self, shown: ShownTrace, category: str, chunk: Chunk, outline: Outline, so_far: Sequence[Grounded], depth: int
    ) -> Judgement:
        """One judgement, or that of two halves where the whole is more than the model takes."""
        reader = await asyncio.to_thread(self._reader, shown, category, chunk)
        votable = [pair for pair in await asyncio.to_thread(shown.facts.votable, chunk) if pair in reader.signals]
        if self._fits is not None and chunk.tokens > self._fits and depth < DEEPEST:
            halves = await asyncio.to_thread(shown.case.planner.halves, chunk)
            if len(halves) > 1:
                return await self._split(shown, category, halves, outline, so_far, depth)
        try:
            question = Question(
                name=f"judge_{category}",
                system=shown.instructions,
                user=shown.case.redact(
                    await asyncio.to_thread(questions.judge, shown, category, chunk, votable, outline, so_far)
                ),
                shape=JudgementReply,
                schema=schema_of(
                    StrictFirstJudgement if category == questions.WITH_MISTAKES else StrictJudgement,
                    reader.codes,
                    tuple(name for name, _ in votable),
                ),
                lacks=reader.lacks,
                join=reader.join,
            )
            return await reader.judgement(await self._asker.ask(question, shown.cache))
        except Fault as fault:
            self._stop(fault)
            if depth < SPLITTING.get(fault.status, 0):
                halves = await asyncio.to_thread(shown.case.planner.halves, chunk)
                if fault.status is Status.TOO_LARGE and len(halves) > 1:
                    self._fits = min(self._fits or chunk.tokens, max(1, chunk.tokens - 1))
                if len(halves) > 1:
                    return await self._split(shown, category, halves, outline, so_far, depth)
            state: Literal["undetermined", "error"] = "undetermined" if fault.status in UNDETERMINED else "error"
            return await reader.failed(state, fault.says)

    async def _split(
        self,
        shown: ShownTrace,
        category: str,
        halves: Sequence[Chunk],
        outline: Outline,
        so_far: Sequence[Grounded],
        depth: int,
    ) -> Judgement:
        one = await self._judged(shown, category, halves[0], outline, so_far, depth + 1)
        return joined(one, await self._judged(shown, category, halves[1], outline, so_far, depth + 1))

    def _reader(self, shown: ShownTrace, category: str, chunk: Chunk) -> ReplyReader:
        codes = tuple(mode.code for mode in shown.case.taxonomy.modes_of(category))
        mine = [pair for pair in shown.facts.signals(chunk) if pair[1].mode in codes]
        return ReplyReader(shown.case, chunk, codes, mine, f"judge_{category}", shown.case.injections(chunk.events))

    async def challenge(self, case: Case, finding: Grounded) -> SecondLook:
        """A second look by somebody who knows what is claimed, and not who proposed it, or why."""
        shown = await self._shown_trace(case)
        try:
            return await judged_twice(
                self._asker, shown, lambda at, ask: asked_challenge(at, ask, finding), steadier, is_upheld
            )
        except Fault as fault:
            self._stop(fault)
            return SecondLook(Challenge("not_run", f"No answer: {fault.says}."))

    async def outcome(self, case: Case, outline: dict[str, Any], story: Story) -> WeighedOutcome:
        """How the run came out, with quotes; what programs saw where the model gives no answer."""
        by_facts = await self._offline.outcome(case, outline, story)
        if not case.trace.events.lines:
            return by_facts
        shown = await self._shown_trace(case)
        try:
            return await judged_twice(
                self._asker, shown, lambda at, ask: asked_for_outcome(at, ask, outline, story), earned_again
            )
        except Fault as fault:
            self._stop(fault)
            return by_facts

    async def root(self, case: Case, story: Story, outcome: Outcome) -> RootAnswer:
        """The counterfactual over what stands; by rules where the model gives no answer."""
        by_rules = (await self._offline.root(case, replace(story, findings=story.challenged()), outcome)).root
        if by_rules is None:
            return RootAnswer(None)
        shown = await self._shown_trace(case)
        try:
            return await judged_twice(
                self._asker, shown, lambda at, ask: asked_for_root(at, ask, by_rules, story, outcome), rooted_again
            )
        except Fault as fault:
            self._stop(fault)
            return RootAnswer(by_rules)

    async def remedies(self, case: Case, story: Story, outcome: Outcome) -> dict[str, tuple[RemedyAdvice, ...]]:
        """Remedies of the catalogue made concrete for the main part; as the catalogue has them for the rest."""
        advice = await self._offline.remedies(case, story, outcome)
        main = [failure.findings[0] for failure in story.failures() if failure.main]
        told = [finding for name in main for finding in story.findings if finding.id == name]
        if told:
            bare = (await self._shown_trace(case)).without_orders()
            try:
                advice |= await asked_for_remedies(bare, ClosingAsker(self._asker, bare).ask, told, outcome, advice)
            except Fault as fault:
                self._stop(fault)
        return advice

    async def _shown_trace(self, case: Case) -> ShownTrace:
        async with self._opening:
            if self._at is None or self._at.case is not case:
                self._at = await asyncio.to_thread(ShownTrace, case, self._salt, self._folder)
            return self._at

    def _stop(self, fault: Fault) -> None:
        """Stop everything for a fault after which nothing can succeed."""
        if fault.stops:
            raise fault.error(self.host or "the model") from None


def analyst(choice: Choice, salt: bytes, state_folder: Path | None) -> Analyst | None:
    """The model analyst, where a model is chosen."""
    return ModelAnalyst(asker_of(choice, state_folder), salt, state_folder) if choice.asks_a_model else None
