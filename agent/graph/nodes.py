"""The steps of a diagnosis: each takes state, asks one question or calls one pure function, returns what is new."""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, replace

from langgraph.runtime import Runtime
from langgraph.types import Send

from agent.analyst.good_run import with_what_went_well
from agent.analyst.own_criteria import each_named, with_own
from agent.chunk.chunks import Chunk
from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.challenge import challenged
from agent.diagnosis.claim import Grounded, as_state, from_state
from agent.diagnosis.document import part
from agent.diagnosis.document_parts import Cell, Challenge, Outcome
from agent.diagnosis.merge import merge
from agent.diagnosis.story import Story
from agent.graph.graph_state import ChallengeTask, ChunkTask, Json, State
from agent.graph.node_context import Context
from agent.graph.progress import Challenged, Claimed, Judged, Reached, Started
from agent.model.meter import ledger
from taxonomy.mode import OWN

CATEGORIES = ("FC1", "FC2", "FC3")
WALK = (*CATEGORIES, OWN)
"""The categories in the order of the walk; the last has modes only where somebody named some."""
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
    walked = WALK if state["outline"].get(OWN) else CATEGORIES
    runtime.stream_writer(Started(len(chunks), walked, tuple((one["lines"][0], one["lines"][1]) for one in chunks)))
    return {}


async def outline(state: State, runtime: Runtime[Context]) -> State:
    """Say what a right run must do."""
    context = runtime.context
    with ledger() as book:
        outlined = with_own(await context.analyst.outline(context.case, []), context.case.criteria)
    if context.case.taxonomy.modes_of(OWN):
        outlined[OWN] = True
    return {"outline": outlined, "spent": {"outline": asdict(book.spent)}}


def fan_out(category: str, state: State) -> list[Send] | str:
    """One judgement for each chunk of a category, side by side."""
    if category == OWN and not state["outline"].get(OWN):
        return f"gate_{category}"
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
                "masked": list(judgement.masked),
                "usage": asdict(judgement.usage),
            }
        }
    }


def gate(category: str, state: State, runtime: Runtime[Context]) -> State:
    """Join what the chunks of a category say of the same matter before the next category sees it.

    A finding keeps its number; one that a later category explains (repetitions caused by a reset) goes.
    """
    if category == OWN and not state["outline"].get(OWN):
        return {}
    claims = [
        from_state(claim)
        for key, result in sorted(state.get("results", {}).items(), key=_by_chunk)
        if key.startswith(f"{category}/")
        for claim in result["claims"]
    ]
    findings = findings_of(state)
    merged = merge([*findings, *claims], runtime.context.case.trace.events.lines)
    kept = [finding for finding in findings if finding in merged]
    last = max((int(finding.id[1:]) for finding in findings), default=0)
    new = [finding for finding in merged if finding not in kept]
    kept += [replace(finding, id=f"F{number}") for number, finding in enumerate(new, last + 1)]
    runtime.stream_writer(Reached(f"gate_{category}"))
    return {"findings": [as_state(finding) for finding in kept]}


def _by_chunk(entry: tuple[str, Json]) -> int:
    return int(entry[0].rsplit("/", 1)[1])


def fan_out_challenges(state: State) -> list[Send] | str:
    """One challenge for each finding, side by side: one of each failure first, the gravest of them before the rest."""
    groups = Story(findings_of(state), {}).groups
    ranked = [group[0] for group in groups] + [one for group in groups for one in group[1:]]
    tasks: list[ChallengeTask] = [{"finding": as_state(one), "rank": rank} for rank, one in enumerate(ranked, 1)]
    return [Send("challenge", task) for task in tasks] or "outcome"


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


async def outcome(state: State, runtime: Runtime[Context]) -> State:
    """Say whether the run succeeded, and weigh what went wrong against that."""
    context = runtime.context
    with ledger() as book:
        weighed = await context.analyst.outcome(context.case, state["outline"], story_of(state))
    return {
        "outcome": asdict(each_named(weighed.outcome, context.case.criteria)),
        "severities": {name: [severity, why] for name, (severity, why) in weighed.severities.items()},
        "spent": {"outcome": asdict(book.spent)},
    }


async def root(state: State, runtime: Runtime[Context]) -> State:
    """Say what went wrong first and decisively, and which findings are one failure."""
    context = runtime.context
    with ledger() as book:
        answer = await context.analyst.root(context.case, story_of(state), part(Outcome, state["outcome"]))
    chosen = with_what_went_well(answer.root, context.case.beside)
    return {
        "root": asdict(chosen) if chosen is not None else None,
        "same": [list(ids) for ids in answer.same],
        "spent": {"root": asdict(book.spent)},
    }


async def remedies(state: State, runtime: Runtime[Context]) -> State:
    """Say what would have prevented each finding."""
    context = runtime.context
    with ledger() as book:
        advice = await context.analyst.remedies(context.case, story_of(state), part(Outcome, state["outcome"]))
    runtime.stream_writer(Reached("remedies"))
    return {
        "remedies": {name: [asdict(one) for one in those] for name, those in advice.items()},
        "spent": {"remedies": asdict(book.spent)},
    }


def story_of(state: State, names: Mapping[str, str] | None = None) -> Story:
    """What stands so far, as failures; `names` are those of the modes."""
    chosen = state.get("root")
    verdicts = {name: one["verdict"] for name, one in state.get("challenges", {}).items()}
    named = chosen["finding"] if chosen else None
    return Story(standing(state), verdicts, state.get("same", []), named, names or {})


def standing(state: State) -> list[Grounded]:
    """The findings that were not refuted, each under the mode and the severity that it has by now."""
    challenges, severities = state.get("challenges", {}), state.get("severities", {})
    kept = []
    for finding in findings_of(state):
        verdict = challenges.get(finding.id)
        if verdict is not None and verdict["verdict"] == "refuted":
            continue
        if verdict is not None:
            finding = challenged(finding, verdict["verdict"], verdict.get("mode"))
        if finding.id in severities:
            finding = replace(finding, severity=severities[finding.id][0])
        kept.append(finding)
    return kept


def findings_of(state: State | ChunkTask) -> list[Grounded]:
    """The findings out of the state."""
    return [from_state(value) for value in state.get("findings", [])]


def as_chunk(value: Json) -> Chunk:
    """A chunk out of the state."""
    return Chunk(**{**value, "events": tuple(value["events"]), "lines": tuple(value["lines"])})
