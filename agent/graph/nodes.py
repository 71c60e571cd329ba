"""The steps of a diagnosis: each takes state, asks one question or calls one pure function, returns what is new."""

import asyncio
from dataclasses import asdict, replace

from langgraph.runtime import Runtime
from langgraph.types import Send

from agent.chunk.chunks import Chunk
from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.challenge import challenged
from agent.diagnosis.claim import Grounded, as_state, from_state
from agent.diagnosis.document_parts import Cell, Challenge
from agent.diagnosis.merge import merge
from agent.diagnosis.severity import gravity
from agent.graph.context import Context
from agent.graph.progress import Challenged, Claimed, Judged, Reached, Started
from agent.graph.state import ChallengeTask, ChunkTask, Json, State
from agent.model.meter import ledger

CATEGORIES = ("FC1", "FC2", "FC3")
LAST = ("root", "outcome", "remedies")
MOST_CHALLENGES = 12
NOT_AMONG = Challenge("not_run", f"Only the {MOST_CHALLENGES} gravest findings are challenged.")


async def read(state: State, runtime: Runtime[Context]) -> State:
    """Cut the trace into events."""
    case = runtime.context.case
    await asyncio.gather(asyncio.to_thread(case.trace.read, None, case.stop), runtime.context.analyst.open())
    runtime.stream_writer(Reached("read"))
    return {}


async def signals(state: State, runtime: Runtime[Context]) -> State:
    """Let the detectors see every event, and find what stands in it twice."""
    case = runtime.context.case
    await asyncio.to_thread(lambda: (case.survey, case.planner))
    runtime.stream_writer(Reached("signals"))
    return {}


async def chunk(state: State, runtime: Runtime[Context]) -> State:
    """Cut the events into chunks that fit a prompt."""
    case = runtime.context.case
    await runtime.context.analyst.outlining()
    chunks = await asyncio.to_thread(lambda: list(case.unless_stopped(case.planner.chunks())))
    await runtime.context.analyst.prepare(case, chunks)
    return {"chunks": [asdict(one) for one in chunks]}


def begin(state: State, runtime: Runtime[Context]) -> State:
    """Tell how much there is to do, once both the outline and the chunks are there."""
    chunks = state["chunks"]
    runtime.stream_writer(Started(len(chunks), CATEGORIES, tuple((one["lines"][0], one["lines"][1]) for one in chunks)))
    return {}


async def outline(state: State, runtime: Runtime[Context]) -> State:
    """Say what a right run must do."""
    context = runtime.context
    with ledger() as book:
        found = await context.analyst.outline(context.case, [])
    return {"outline": found, "spent": {"outline": asdict(book.spent)}}


def fan_out(category: str, state: State) -> list[Send] | str:
    """One judgement for each chunk of a category, side by side."""
    tasks: list[ChunkTask] = [
        {"category": category, "chunk": one, "outline": state["outline"], "findings": state.get("findings", [])}
        for one in state["chunks"]
    ]
    return [Send(f"judge_{category}", task) for task in tasks] or f"gate_{category}"


async def judge(state: ChunkTask, runtime: Runtime[Context]) -> State:
    """Judge one chunk for one category, with what of it the trace bears out."""
    context, category = runtime.context, state["category"]
    part = as_chunk(state["chunk"])
    async with context.at_once:
        judgement = await context.analyst.judge(context.case, category, part, state["outline"], findings_of(state))
    for grounded in judgement.claims:
        runtime.stream_writer(Claimed(grounded))
    cells = tuple(Cell(mode, part.number, cell, why) for mode, (cell, why) in sorted(judgement.cells.items()))
    runtime.stream_writer(Judged(category, part.number, cells, judgement.usage))
    return {
        "results": {
            f"{category}/{part.number}": {
                "claims": [as_state(grounded) for grounded in judgement.claims],
                "cells": {mode: list(cell) for mode, cell in judgement.cells.items()},
                "dropped": [
                    asdict(replace(quote, claimed=context.case.redact(quote.claimed))) for quote in judgement.dropped
                ],
                "injections": [asdict(one) for one in judgement.injections],
                "rejected": [asdict(one) for one in judgement.rejected],
                "usage": asdict(judgement.usage),
            }
        }
    }


def gate(category: str, state: State, runtime: Runtime[Context]) -> State:
    """Join what the chunks of a category say of the same matter before the next category sees it.

    A finding keeps its number; one that a later category explains (repetitions caused by a reset) goes.
    """
    claims = [
        from_state(claim)
        for key, result in sorted(state.get("results", {}).items(), key=_by_chunk)
        if key.startswith(f"{category}/")
        for claim in result["claims"]
    ]
    known = findings_of(state)
    merged = merge([*known, *claims], runtime.context.case.trace.events.lines)
    kept = [finding for finding in known if finding in merged]
    last = max((int(finding.id[1:]) for finding in known), default=0)
    new = [finding for finding in merged if finding not in kept]
    kept += [replace(finding, id=f"F{number}") for number, finding in enumerate(new, last + 1)]
    runtime.stream_writer(Reached(f"gate_{category}"))
    return {"findings": [as_state(finding) for finding in kept]}


def _by_chunk(entry: tuple[str, Json]) -> int:
    return int(entry[0].rsplit("/", 1)[1])


def fan_out_challenges(state: State) -> list[Send] | list[str]:
    """One challenge for each finding, side by side, the gravest first."""
    found = sorted(state.get("findings", []), key=lambda one: gravity(one["severity"]))
    tasks: list[ChallengeTask] = [{"finding": one, "rank": rank} for rank, one in enumerate(found, 1)]
    return [Send("challenge", task) for task in tasks] or list(LAST)


async def challenge(state: ChallengeTask, runtime: Runtime[Context]) -> State:
    """Try to refute one finding."""
    context = runtime.context
    finding = from_state(state["finding"])
    if state["rank"] > MOST_CHALLENGES and KINDS[context.analyst.kind].asks_a_model:
        return {"challenges": {finding.id: {**asdict(NOT_AMONG), "mode": None}}}
    async with context.at_once:
        with ledger() as book:
            look = await context.analyst.challenge(context.case, finding)
    runtime.stream_writer(Challenged(finding.id, look.challenge.verdict))
    return {
        "challenges": {finding.id: {**asdict(look.challenge), "mode": look.mode}},
        "spent": {f"challenge/{finding.id}": asdict(book.spent)},
    }


async def root(state: State, runtime: Runtime[Context]) -> State:
    """Say what went wrong first and decisively."""
    context = runtime.context
    with ledger() as book:
        found = await context.analyst.root(context.case, state["outline"], standing(state))
    return {"root": asdict(found) if found is not None else None, "spent": {"root": asdict(book.spent)}}


async def outcome(state: State, runtime: Runtime[Context]) -> State:
    """Say whether the run succeeded."""
    context = runtime.context
    with ledger() as book:
        found = await context.analyst.outcome(context.case, state["outline"], standing(state))
    return {"outcome": asdict(found), "spent": {"outcome": asdict(book.spent)}}


async def remedies(state: State, runtime: Runtime[Context]) -> State:
    """Say what would have prevented each finding."""
    context = runtime.context
    with ledger() as book:
        advice = await context.analyst.remedies(context.case, standing(state))
    runtime.stream_writer(Reached("remedies"))
    return {
        "remedies": {name: [asdict(one) for one in those] for name, those in advice.items()},
        "spent": {"remedies": asdict(book.spent)},
    }


def standing(state: State) -> list[Grounded]:
    """The findings that were not refuted, each under the mode it has after its challenge."""
    challenges = state.get("challenges", {})
    kept = []
    for finding in findings_of(state):
        verdict = challenges.get(finding.id)
        if verdict is None:
            kept.append(finding)
        elif verdict["verdict"] != "refuted":
            kept.append(challenged(finding, verdict["verdict"], verdict.get("mode")))
    return kept


def findings_of(state: State | ChunkTask) -> list[Grounded]:
    """The findings out of the state."""
    return [from_state(value) for value in state.get("findings", [])]


def as_chunk(value: Json) -> Chunk:
    """A chunk out of the state."""
    return Chunk(**{**value, "events": tuple(value["events"]), "lines": tuple(value["lines"])})
