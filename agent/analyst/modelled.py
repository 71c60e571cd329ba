"""The model analyst: asks a language model every question of the graph, and believes only what the trace bears out."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from agent.analyst import closing, questions
from agent.analyst.analyst import Analyst, Judgement, SecondLook
from agent.analyst.case import Case
from agent.analyst.choice import Choice, asker_of
from agent.analyst.dossier import Dossier
from agent.analyst.offline import OfflineAnalyst
from agent.analyst.reply_reader import ReplyReader, joined
from agent.analyst.root import asked_for_root
from agent.chunk.plan import Chunk
from agent.diagnosis.claim import Grounded
from agent.diagnosis.quote import Quote
from agent.diagnosis.shapes import Challenge, Outcome, RemedyAdvice, Root, Usage
from agent.model.asker import Asker
from agent.model.faults import UNDETERMINED, Fault, Status
from agent.model.meter import News, ledger
from agent.model.model import Spent
from agent.model.prompts import fingerprint, poured
from agent.model.question import Question
from agent.model.shapes import (
    ChallengeReply,
    JudgementReply,
    OutlineReply,
    QuoteReply,
    Reply,
    StrictJudgement,
    schema_of,
)
from agent.signals.registry import DETECTORS

LOOKED = "every chunk was judged by a model, none shows it"
DEEPEST = 3
HEAD_START, LONGEST_HEAD_START = 0.02, 1.0
"""Seconds that the question for the outline has to itself before anything else is made ready, and the most of them."""
AT_FIRST = 8
"""Chunks that are made ready before they are asked about."""
OUTLINE_TOKENS, PASSAGE_TOKENS, TASK_CHARACTERS = 1_200, 1_000, 1_200
SPLITTING = {Status.TOO_LARGE: DEEPEST, Status.TOO_LONG: 1}
"""How often a chunk is halved for a fault: a prompt that is too large gets smaller, a model that rambles may go on."""

T = TypeVar("T")
R = TypeVar("R", bound=Reply)


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
        self._at: Dossier | None = None
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
        dossier = await self._dossier(case)

        def ready() -> None:
            for chunk in chunks[:AT_FIRST]:
                dossier.text(chunk)
                case.injections(chunk.events)

        await asyncio.to_thread(ready)

    async def outline(self, case: Case, chunks: Sequence[Chunk]) -> dict[str, Any]:
        """What a right run must do, as numbered checks; nothing where the model gives no answer."""
        if not case.trace.events.lines:
            self._outlining.set()
            return {}
        dossier = await self._dossier(case)
        text = await asyncio.to_thread(dossier.skeleton, OUTLINE_TOKENS)
        asyncio.get_running_loop().call_later(HEAD_START, self._outlining.set)
        try:
            reply = await self._ask(dossier, "outline", poured("outline", {"trace": text}), OutlineReply)
        except Fault as fault:
            self._stop(fault)
            return {"missing": fault.says}
        return await asyncio.to_thread(closing.numbered, reply, case.trace.events.lines)

    async def judge(
        self, case: Case, category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]
    ) -> Judgement:
        """Each mode of one category in one chunk; what nobody answers stays undetermined."""
        dossier = await self._dossier(case)
        with ledger() as book:
            judgement = await self._judged(dossier, category, chunk, outline, so_far, 0)
        return replace(judgement, usage=usage(book.spent))

    async def _judged(
        self,
        dossier: Dossier,
        category: str,
        chunk: Chunk,
        outline: dict[str, Any],
        so_far: Sequence[Grounded],
        depth: int,
    ) -> Judgement:
        """One judgement, or that of two halves where the whole is more than the model takes."""
        reader = await asyncio.to_thread(self._reader, dossier, category, chunk)
        signals = await asyncio.to_thread(dossier.facts.signals, chunk)
        if self._fits is not None and chunk.tokens > self._fits and depth < DEEPEST:
            halves = await asyncio.to_thread(dossier.case.planner.halves, chunk)
            if len(halves) > 1:
                return await self._split(dossier, category, halves, outline, so_far, depth)
        try:
            question = Question(
                name=f"judge_{category}",
                system=dossier.instructions,
                user=dossier.case.redact(
                    await asyncio.to_thread(questions.judge, dossier, category, chunk, signals, outline, so_far)
                ),
                shape=JudgementReply,
                schema=schema_of(StrictJudgement, reader.codes, tuple(name for name, _ in reader.signals)),
                lacks=reader.lacks,
                join=reader.join,
            )
            return await reader.judgement(await self._asker.ask(question, dossier.cache))
        except Fault as fault:
            self._stop(fault)
            if depth < SPLITTING.get(fault.status, 0):
                halves = await asyncio.to_thread(dossier.case.planner.halves, chunk)
                if fault.status is Status.TOO_LARGE and len(halves) > 1:
                    self._fits = min(self._fits or chunk.tokens, max(1, chunk.tokens - 1))
                if len(halves) > 1:
                    return await self._split(dossier, category, halves, outline, so_far, depth)
            state: Literal["undetermined", "error"] = "undetermined" if fault.status in UNDETERMINED else "error"
            return await reader.failed(state, fault.says)

    async def _split(
        self,
        dossier: Dossier,
        category: str,
        halves: Sequence[Chunk],
        outline: dict[str, Any],
        so_far: Sequence[Grounded],
        depth: int,
    ) -> Judgement:
        first, second = halves
        one = await self._judged(dossier, category, first, outline, so_far, depth + 1)
        return joined(one, await self._judged(dossier, category, second, outline, so_far, depth + 1))

    def _reader(self, dossier: Dossier, category: str, chunk: Chunk) -> ReplyReader:
        codes = tuple(mode.code for mode in dossier.case.taxonomy.modes_of(category))
        mine = [pair for pair in dossier.facts.signals(chunk) if pair[1].mode in codes]
        return ReplyReader(dossier.case, chunk, codes, mine, f"judge_{category}", dossier.case.injections(chunk.events))

    async def challenge(self, case: Case, finding: Grounded) -> SecondLook:
        """A second look by somebody who does not know who proposed the finding, or why."""
        dossier = await self._dossier(case)
        benign = [one for detector in DETECTORS if detector.mode == finding.mode for one in detector.known_false][:6]
        task = case.trace.task()
        words = case.redact(task.text)[:TASK_CHARACTERS] if task is not None else "not stated"
        user = await asyncio.to_thread(questions.challenge, dossier, finding, words, benign, PASSAGE_TOKENS)
        try:
            reply = await self._ask(dossier, "challenge", user, ChallengeReply)
        except Fault as fault:
            self._stop(fault)
            return SecondLook(Challenge("not_run", f"No answer: {fault.says}."))
        return await asyncio.to_thread(self._weighed, dossier, finding, reply)

    def _weighed(self, dossier: Dossier, finding: Grounded, reply: ChallengeReply) -> SecondLook:
        """A refutation counts only with words of the trace that bear it out, and not with words that give orders."""
        case = dossier.case
        counter = case.finder.find(quote_of(case, reply.counter), "counter") if reply.counter is not None else None
        evidence = (counter.record(case.show),) if counter is not None else ()
        if reply.verdict == "refuted":
            if counter is None:
                why = "It was refuted without a quote that stands in the trace, which does not count."
                return SecondLook(Challenge("unsure", f"{why} {reply.against}"))
            if closing.orders(case, counter):
                why = "The words quoted against it give orders to the reader, and do not count."
                return SecondLook(Challenge("unsure", why, evidence))
        if reply.verdict != "upheld" and finding.origin != "model" and closing.speaks(case, finding, counter):
            why = "A program saw this, and the passage that speaks against it speaks to the reader."
            return SecondLook(Challenge("unsure", why, evidence))
        if reply.verdict == "reclassified":
            code = case.code_of(reply.mode)
            has_act = any(place.part == "act" for place in finding.places)
            if code is None or code == finding.mode or not has_act:
                return SecondLook(Challenge("unsure", reply.against, evidence))
            why = f"It was {finding.mode} at first. {reply.against}"
            return SecondLook(Challenge("reclassified", why, evidence), code)
        against = f"Said against it: {reply.against}" if reply.against else "Nothing was said against it."
        because = reply.against if reply.verdict == "refuted" else against
        return SecondLook(Challenge(reply.verdict, because, evidence))

    async def root(self, case: Case, outline: dict[str, Any], findings: Sequence[Grounded]) -> Root | None:
        """The counterfactual over the three likeliest; by rules where the model gives no answer."""
        by_rules = await self._offline.root(case, outline, findings)
        if by_rules is None:
            return None
        dossier = await self._dossier(case)
        try:
            return await asked_for_root(dossier, lambda *asked: self._ask(dossier, *asked), by_rules, findings)
        except Fault as fault:
            self._stop(fault)
            return by_rules

    async def outcome(self, case: Case, outline: dict[str, Any], findings: Sequence[Grounded]) -> Outcome:
        """Whether each criterion is met, with quotes; what programs saw where the model gives no answer."""
        by_facts = await self._offline.outcome(case, outline, findings)
        if not case.trace.events.lines:
            return by_facts
        dossier = await self._dossier(case)
        try:
            return await closing.outcome(dossier, lambda *asked: self._ask(dossier, *asked), by_facts, outline)
        except Fault as fault:
            self._stop(fault)
            return by_facts

    async def remedies(self, case: Case, findings: Sequence[Grounded]) -> dict[str, tuple[RemedyAdvice, ...]]:
        """Remedies of the catalogue made concrete; as the catalogue has them where the model gives no answer."""
        advice = await self._offline.remedies(case, findings)
        dossier = await self._dossier(case)
        gravest = closing.gravest(findings)
        batches = [gravest[at : at + closing.BATCH] for at in range(0, len(gravest), closing.BATCH)]

        async def one(batch: Sequence[Grounded]) -> None:
            try:
                advice.update(await closing.remedies(dossier, lambda *asked: self._ask(dossier, *asked), batch, advice))
            except Fault as fault:
                self._stop(fault)

        await asyncio.gather(*map(one, batches))
        return advice

    async def _ask(self, dossier: Dossier, name: str, user: str, shape: type[R]) -> R:
        user = dossier.case.redact(user)
        return await self._asker.ask(Question(name, dossier.instructions, user, shape, schema_of(shape)), dossier.cache)

    async def _dossier(self, case: Case) -> Dossier:
        async with self._opening:
            if self._at is None or self._at.case is not case:
                self._at = await asyncio.to_thread(Dossier, case, self._salt, self._folder)
            return self._at

    def _stop(self, fault: Fault) -> None:
        """Stop everything for a fault after which nothing can succeed."""
        if fault.stops:
            raise fault.error(self.host or "the model") from None


def analyst(choice: Choice, salt: bytes, state_folder: Path | None) -> Analyst | None:
    """The model analyst, where a model is chosen."""
    return ModelAnalyst(asker_of(choice, state_folder), salt, state_folder) if choice.asks_a_model else None


def quote_of(case: Case, quote: QuoteReply) -> Quote:
    """A quote of a reply in the words of the trace."""
    lines = (quote.line, quote.line) if 1 <= quote.line <= case.trace.events.lines else None
    return Quote(case.restore(quote.quote, quote.line), lines, said=quote.quote)


def usage(spent: Spent) -> Usage:
    """What was spent, in the words of the document."""
    cost = round(spent.cost_usd, 6) if spent.cost_usd is not None else None
    return Usage(spent.calls, spent.prompt_tokens, spent.cached_tokens, spent.completion_tokens, cost_usd=cost)
