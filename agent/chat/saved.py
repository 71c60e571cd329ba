"""Turns as they are kept: plain JSON values, the places of what was cited, and never text of the trace by itself."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from agent.chat.citations import at_place
from agent.chat.ground import Ground
from agent.chat.turn import Citation, Proposal, Turn
from agent.diagnosis.document import part
from agent.diagnosis.quote import Place
from agent.diagnosis.shapes import Lines, Usage

Json = dict[str, Any]


def as_state(turn: Turn) -> Json:
    """A turn in plain values."""
    return {
        "question": turn.question,
        "about": turn.about,
        "answer": turn.answer,
        "citations": [
            {"lines": list(c.lines), "event": c.event, "start": c.start, "end": c.end, "match": c.match}
            for c in turn.citations
        ],
        "unverified": list(turn.unverified),
        "left_out": turn.left_out,
        "proposals": [
            asdict(proposal) | {"lines": list(proposal.lines) if proposal.lines else None}
            for proposal in turn.proposals
        ],
        "analyst": turn.analyst,
        "model": turn.model,
        "usage": asdict(turn.usage),
    }


def from_state(ground: Ground, state: Mapping[str, Any]) -> Turn:
    """A turn that was kept; its quotes are read from the trace again, and those that left it are left out."""
    cited = [_citation(ground, one) for one in state["citations"]]
    return Turn(
        question=state["question"],
        about=state["about"],
        answer=state["answer"],
        citations=tuple(citation for citation in cited if citation is not None),
        unverified=tuple(state["unverified"]),
        left_out=state["left_out"],
        proposals=tuple(_proposal(one) for one in state["proposals"]),
        analyst=state["analyst"],
        model=state["model"],
        usage=part(Usage, state["usage"]),
    )


def _citation(ground: Ground, state: Mapping[str, Any]) -> Citation | None:
    events = ground.trace.events
    if not 1 <= state["event"] <= len(events):
        return None
    if state["end"] > len(ground.trace.text(events[state["event"]])):
        return None
    made = at_place(ground, Place("reference", state["event"], state["start"], state["end"], state["match"]))
    return Citation(_lines(state["lines"]), made.quote, made.match, made.event, made.start, made.end)


def _proposal(state: Mapping[str, Any]) -> Proposal:
    lines = _lines(state["lines"]) if state["lines"] else None
    return Proposal(state["kind"], state["finding"], state["mode"], lines, state["because"])


def _lines(value: list[int]) -> Lines:
    return value[0], value[1]
