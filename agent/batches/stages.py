"""Walks every run as far as answers are at hand, and gathers what is to be asked next."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agent.analyst.analyst import Analyst, Judgement, RootAnswer, SecondLook, WeighedOutcome
from agent.analyst.case import Case
from agent.analyst.model_analyst import ModelAnalyst
from agent.analyst.shown_trace import ShownTrace
from agent.chunk.chunks import Chunk
from agent.diagnosis.claim import Grounded
from agent.diagnosis.document_parts import Outcome, RemedyAdvice
from agent.diagnosis.story import Story
from agent.errors import MastError
from agent.many_diagnoses.one_file import Diagnoser
from agent.many_diagnoses.orders import DiagnosedRun, Orders, Task
from agent.model.answered_model import AnsweredModel, Kept
from agent.model.asker import Asker
from agent.model.cache import Cache
from agent.model.meter import Meter
from agent.model.prices import Price
from agent.model.structured_output import ServerAbilities

HALF = 0.5
"""What a token of a batch costs beside one that is asked at once."""
NEXT = "The next batch answers it."


class WaitsForBatch(MastError):
    """A run that cannot go on before answers come."""

    exit_code = 3


@dataclass
class Stage:
    """What is to be asked next, and what became of the runs that need nothing more."""

    requests: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    """The questions among them, and how many."""
    rows: list[DiagnosedRun] = field(default_factory=list)
    waiting: int = 0


@dataclass
class Book:
    """Which replies were put together from answers of batches: their cost belongs to the document in the end."""

    keys: set[str] = field(default_factory=set)


class AfterBatches(Cache):
    """The replies about a trace; those that batches brought are made again, so that their cost is counted."""

    def __init__(self, cache: Cache, book: Book) -> None:
        self._cache, self._book = cache, book

    def find(self, key: str) -> str | None:
        """A reply that was paid for in another way."""
        return None if key in self._book.keys else self._cache.find(key)

    def keep(self, key: str, reply: str) -> None:
        """Keep a reply for whoever asks online."""
        self._book.keys.add(key)
        self._cache.keep(key, reply)

    def drop(self, key: str) -> None:
        """Forget a reply."""
        self._cache.drop(key)


class GatheringAnalyst(ModelAnalyst):
    """Asks as online; where answers are missing, all questions of that step are gathered, and then the walk stops."""

    def __init__(self, asker: Asker, model: AnsweredModel, orders: Orders, book: Book) -> None:
        super().__init__(asker, orders.salt, orders.state_folder)
        self._gathered, self._book = model, book
        self._step = "outline"

    async def judge(
        self, case: Case, category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]
    ) -> Judgement:
        """Each mode of one category in one chunk."""
        self._begin(category)
        return await super().judge(case, category, chunk, outline, so_far)

    async def challenge(self, case: Case, finding: Grounded) -> SecondLook:
        """A second look."""
        self._begin("challenge")
        return await super().challenge(case, finding)

    async def outcome(self, case: Case, outline: dict[str, Any], story: Story) -> WeighedOutcome:
        """How the run came out."""
        self._begin("outcome")
        return await super().outcome(case, outline, story)

    async def root(self, case: Case, story: Story, outcome: Outcome) -> RootAnswer:
        """What went wrong first."""
        self._begin("root")
        return await super().root(case, story, outcome)

    async def remedies(self, case: Case, story: Story, outcome: Outcome) -> dict[str, tuple[RemedyAdvice, ...]]:
        """What would have prevented it."""
        self._begin("remedies")
        advice = await super().remedies(case, story, outcome)
        self._begin("end")
        return advice

    async def _shown_trace(self, case: Case) -> ShownTrace:
        shown = await super()._shown_trace(case)
        if not isinstance(shown.cache, AfterBatches):
            shown.cache = AfterBatches(shown.cache, self._book)
        return shown

    def _begin(self, step: str) -> None:
        """Stop before another step where something of an earlier one is not answered."""
        if step != self._step and self._gathered.wanted:
            raise WaitsForBatch("The run waits.", f"{len(self._gathered.wanted)} questions are open.", NEXT)
        self._step = step


async def walk(
    orders: Orders, tasks: Sequence[Task], answer: Callable[[str], Kept | None], book: Book, told: Callable[[], None]
) -> Stage:
    """Every run as far as it gets; a run that ends becomes a document, as it would online."""
    stage = Stage()
    made: list[AnsweredModel] = []

    def analyst() -> Analyst:
        model = _model(orders, answer)
        made.append(model)
        return GatheringAnalyst(_asker(orders, model), model, orders, book)

    diagnoser = Diagnoser(orders, analyst, asyncio.Semaphore(orders.calls_at_once), waits=WaitsForBatch)
    for task in tasks:
        runs = await diagnoser.runs_of(task)
        whole = replace(task, runs=runs) if len(runs) > 1 else task
        async for row in diagnoser.rows(whole):
            if row.state == "not_begun":
                stage.waiting += 1
            else:
                stage.rows.append(row)
        told()
    for model in made:
        for key, body in model.wanted.items():
            stage.requests.setdefault(key, body)
            name = _name(body)
            stage.names[name] = stage.names.get(name, 0) + 1
    return stage


def _model(orders: Orders, answer: Callable[[str], Kept | None]) -> AnsweredModel:
    if orders.settings.model is None or orders.settings.address is None:
        raise ValueError("no model was chosen")
    return AnsweredModel(orders.settings.model, orders.settings.address, answer)


def _asker(orders: Orders, model: AnsweredModel) -> Asker:
    async def at_once(_: float) -> None:
        """Nothing is waited for: the answer is what it is."""

    abilities = ServerAbilities.of(orders.state_folder, model.address, model.name)
    meter = Meter(price=half(orders.price))
    return Asker(model, meter, abilities, orders.settings.answer_tokens, orders.settings.pause, at_once)


def half(price: Price | None) -> Price | None:
    """What a batch costs."""
    if price is None:
        return None
    return replace(price, sent=price.sent * HALF, answered=price.answered * HALF, cached=price.cached * HALF)


def _name(body: Mapping[str, Any]) -> str:
    form = body.get("response_format")
    schema = form.get("json_schema") if isinstance(form, Mapping) else None
    return str(schema.get("name")) if isinstance(schema, Mapping) else "question"


def folder_of(state_folder: Path, place: Path) -> Path:
    """Where the state of the batches for a folder is kept."""
    from agent.trace.digest import sha256

    return state_folder / "batches" / sha256(str(place.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:32]
