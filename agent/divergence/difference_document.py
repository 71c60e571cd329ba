"""Two runs side by side as the contract's JSON document; quotes are lines of the traces, to the letter."""

from typing import Any

from agent.divergence.act_words import said
from agent.divergence.divergences import Differences, Divergence, Side
from agent.trace.trace import Trace

LONGEST_QUOTE = 400


def document(good: Trace, bad: Trace, differences: Differences) -> dict[str, Any]:
    """The aligned acts, the divergences in order, and which is the first that is not taken back."""
    return {
        "good": {"path": str(good.source.name), "run": good.reading.run, "acts": good.events.acts},
        "bad": {"path": str(bad.source.name), "run": bad.reading.run, "acts": bad.events.acts},
        "aligned": differences.aligned,
        "divergences": [_divergence(good, bad, each) for each in differences.divergences],
        "first": differences.first,
        "last_same": None
        if differences.last_same is None
        else {"good": differences.last_same[0].number, "bad": differences.last_same[1].number},
    }


def quotes(good: Trace, bad: Trace, place: Divergence) -> tuple[str | None, str | None]:
    """For each side the first line that the other does not have there."""
    sides = (good, place.good), (bad, place.bad)
    held = [_lines(trace, side) for trace, side in sides]
    first = [_first_new(mine, others) for mine, others in (held, held[::-1])]
    return first[0], first[1]


def _divergence(good: Trace, bad: Trace, place: Divergence) -> dict[str, Any]:
    quoted = quotes(good, bad, place)
    return {
        "good": _side(place.good, quoted[0]),
        "bad": _side(place.bad, quoted[1]),
        "kind": place.kind.value,
        "weight": place.weight,
        "taken_back": place.taken_back,
    }


def _side(side: Side | None, quote: str | None) -> dict[str, Any] | None:
    if side is None:
        return None
    first = side.acts[0]
    return {
        "events": list(side.events),
        "lines": list(side.lines),
        "actor": first.actor,
        "kind": first.kind.value,
        "tool": first.tool,
        "quote": quote,
        "follows": side.follows,
    }


def _lines(trace: Trace, side: Side | None) -> list[str]:
    return [] if side is None else [line for act in side.acts[:20] for line in said(trace, act).split("\n")]


def _first_new(mine: list[str], others: list[str]) -> str | None:
    known = {line.strip() for line in others}
    said = [line for line in mine if line.strip()]
    new = next((line for line in said if line.strip() not in known), said[0] if said else None)
    return None if new is None else new[:LONGEST_QUOTE]
