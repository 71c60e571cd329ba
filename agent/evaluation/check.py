"""Diagnoses runs whose failure is known, one after the other or a few at a time, by the real graph."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.analyst.analyst import Analyst
from agent.analyst.case import Case
from agent.analyst.choice import Choice
from agent.analyst.sending_plan import calls, plan
from agent.analyst.votes import priced
from agent.diagnosis.document_parts import Diagnosis
from agent.evaluation.known_runs import CLEAN, KnownRun
from agent.evaluation.run_score import RunScore, scored
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.redaction.redact import Redactor
from agent.trace.trace import Trace
from taxonomy.mast import Taxonomy, load

QUICK_KINDS = ("plain", "apart", "subtle")


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a known run is diagnosed: by whom, in which chunks, with which secrets taken out, with which taxonomy."""

    make: Callable[[], Analyst]
    budget: int = 12_000
    salt: bytes | None = None
    """Where it is None, secrets are sent as they are."""
    state_folder: Path | None = None
    taxonomy: Taxonomy | None = None
    criteria: tuple[str, ...] = ()
    """What a person wants to hold of each result."""
    votes: int = 1
    """How often the walk is asked at most, for the price."""

    def case(self, trace: Trace) -> Case:
        """The case of a trace under these conditions."""
        redactor = Redactor(self.salt) if self.salt is not None else None
        taxonomy = self.taxonomy or load()
        return Case(trace, redactor=redactor, budget=self.budget, taxonomy=taxonomy, criteria=self.criteria)


def quick(runs: Sequence[KnownRun]) -> tuple[KnownRun, ...]:
    """One run of each mode, in turn plain, far apart and subtle, and every other clean twin."""
    modes = sorted({run.mode for run in runs if run.mode})
    wanted = {(mode, QUICK_KINDS[at % len(QUICK_KINDS)]) for at, mode in enumerate(modes)}
    clean = [run for run in runs if run.kind == CLEAN][::2]
    return tuple(run for run in runs if (run.mode, run.kind) in wanted or run in clean)


@dataclass(frozen=True, slots=True)
class Price:
    """What diagnosing some runs would send and cost."""

    runs: int
    calls: tuple[int, int]
    tokens: tuple[int, int]
    cost_usd: tuple[float, float] | None

    def times(self, often: int) -> "Price":
        """The price of doing it so often."""
        cost = self.cost_usd
        return Price(
            self.runs,
            (self.calls[0] * often, self.calls[1] * often),
            (self.tokens[0] * often, self.tokens[1] * often),
            None if cost is None else (cost[0] * often, cost[1] * often),
        )


def price(runs: Sequence[KnownRun], conditions: Conditions, choice: Choice) -> Price:
    """The price of a check, worked out without sending anything."""
    plans: list[dict[str, Any]] = []
    for run in runs:
        with closing(Trace.open(run.trace)) as trace:
            trace.read()
            case = conditions.case(trace)
            one = plan(case, list(case.planner.chunks()), choice.model, choice.host, choice.price)
            plans.append(priced(one, conditions.votes))
    costs = [one["cost_usd"] for one in plans]
    return Price(
        len(runs),
        (sum(calls(one)[0] for one in plans), sum(calls(one)[1] for one in plans)),
        (sum(one["tokens"]["sent"][0] for one in plans), sum(one["tokens"]["sent"][1] for one in plans)),
        None if None in costs else (sum(low for low, _ in costs), sum(high for _, high in costs)),
    )


async def check(
    runs: Sequence[KnownRun], conditions: Conditions, at_once: int = 1
) -> AsyncGenerator[tuple[RunScore, Diagnosis]]:
    """Each run's score and diagnosis, as soon as it is there; an analyst is made for each that goes on at once."""
    waiting = list(reversed(runs))
    news: asyncio.Queue[tuple[RunScore, Diagnosis] | BaseException | None] = asyncio.Queue()

    async def work() -> None:
        analyst = conditions.make()
        try:
            while waiting:
                run = waiting.pop()
                diagnosis = await diagnosed(run, analyst, conditions)
                news.put_nowait((scored(run, diagnosis), diagnosis))
        except Exception as fault:  # noqa: BLE001 - handed to whoever waits for the scores, who raises it
            news.put_nowait(fault)
        finally:
            await analyst.close()
            news.put_nowait(None)

    workers = [asyncio.create_task(work()) for _ in range(max(1, min(at_once, len(runs))))]
    left = len(workers)
    try:
        while left:
            one = await news.get()
            if isinstance(one, BaseException):
                raise one
            if one is None:
                left -= 1
            else:
                yield one
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)


async def diagnosed(run: KnownRun, analyst: Analyst, conditions: Conditions) -> Diagnosis:
    """The diagnosis of one run, with nothing that is known of the analyst in it."""
    with closing(Trace.open(run.trace)) as trace:
        case = conditions.case(trace)
        async for progress in diagnose(
            trace, analyst, case=case, budget=case.budget, state_folder=conditions.state_folder, measured=False
        ):
            if isinstance(progress, Done):
                return progress.diagnosis
    raise AssertionError("a diagnosis ends with Done")
