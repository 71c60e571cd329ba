"""A run in numbers as one JSON document."""

from typing import Any

from agent.statistics.handoffs import Handoff
from agent.statistics.run_statistics import ActorCounts, RunStatistics
from agent.statistics.spending import Spending
from agent.statistics.times import Gap
from agent.trace.trace import Trace


def document(trace: Trace, statistics: RunStatistics) -> dict[str, Any]:
    """The document; null stands for what the trace does not tell."""
    return {
        "trace": {"path": trace.source.name, "format": trace.format.name, "run": trace.reading.run,
                  "events": len(trace.events), "acts": trace.events.acts, "lines": trace.lines_count},
        "seconds": _rounded(statistics.seconds),
        "first_time": statistics.first_time,
        "last_time": statistics.last_time,
        "tokens": _spending(statistics.spending),
        "agents": [_actor(counts, statistics.failures_known) for counts in statistics.actors],
        "handoffs_by": statistics.handoffs_by,
        "handoffs": [_handoff(each) for each in statistics.handoffs],
        "slowest": [_gap(trace, gap) for gap in statistics.slowest],
        "longest_silence": _gap(trace, statistics.slowest[0]) if statistics.slowest else None,
        "retries": sum(counts.retries for counts in statistics.actors) if statistics.failures_known else None,
        "context": [
            {"line": point.line, "event": point.event, "actor": point.actor, "tokens_in": point.tokens}
            for point in statistics.context
        ],
        "missing": statistics.missing,
    }  # fmt: skip


def _actor(counts: ActorCounts, failures_known: bool) -> dict[str, Any]:
    spending = counts.spending
    return {
        "actor": counts.actor,
        "agent": counts.is_agent,
        "events": counts.events,
        "acts": counts.acts,
        "words": counts.words,
        "calls": counts.calls,
        "failed": counts.failed if failures_known else None,
        "repeated": counts.repeated,
        "retries": counts.retries if failures_known else None,
        "seconds": _rounded(counts.seconds),
        "model_calls": spending.calls,
        "tokens_in": spending.sent,
        "tokens_out": spending.answered,
        "tokens_cached": spending.cached,
        "cost_usd": _rounded(spending.cost, 6),
        "lines": list(counts.lines),
        "places": counts.places,
    }


def _spending(spending: Spending) -> dict[str, Any]:
    return {
        "model_calls": spending.calls,
        "tokens_in": spending.sent,
        "tokens_out": spending.answered,
        "tokens_cached": spending.cached,
        "cost_usd": _rounded(spending.cost, 6),
        "cost_by": None if spending.cost is None else "list prices" if spending.is_estimate else "trace",
    }


def _handoff(handoff: Handoff) -> dict[str, Any]:
    return {
        "from": handoff.sender,
        "to": handoff.receiver,
        "count": handoff.count,
        "unanswered": handoff.unanswered,
        "lines": handoff.lines,
        "unanswered_lines": handoff.unanswered_lines,
    }


def _gap(trace: Trace, gap: Gap) -> dict[str, Any]:
    before, event = trace.events[gap.before], trace.events[gap.event]
    return {
        "seconds": _rounded(gap.seconds),
        "event": gap.event,
        "actor": event.actor,
        "kind": event.kind.value,
        "tool": event.tool,
        "lines": list(event.lines),
        "after": {"event": gap.before, "actor": before.actor, "lines": list(before.lines)},
    }


def _rounded(value: float | None, digits: int = 3) -> float | None:
    return None if value is None else round(value, digits)
