"""Whether the places that an analyst names are those where people saw failures: by lines, steps, agents and spans."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import Any

from agent.diagnosis.document_parts import Diagnosis, Finding, Quoted
from agent.errors import MastError
from agent.evaluation.run_score import acts_of, distance, standing
from agent.evaluation.truth import Spot, Truth
from agent.trace.trace import Trace

WITHIN_LINES = (0, 5, 25)
WITHIN_STEPS = (0, 1, 3, 5)
_SPAN = re.compile(rb'"span_id"\s*:\s*"([^"]{1,64})"')
Tally = list[int]


def localised(pairs: Sequence[tuple[Truth, Diagnosis]]) -> dict[str, Any]:
    """How often a place that people named was named too, and how far off the others are."""
    lines: dict[int, list[bool]] = defaultdict(list)
    steps: dict[int, list[bool]] = defaultdict(list)
    agents: list[bool] = []
    spans: dict[str, list[bool]] = defaultdict(list)
    blind: dict[str, list[bool]] = defaultdict(list)
    for truth, diagnosis in pairs:
        trace = opened(truth, diagnosis)
        if trace is None and any(spot.step or spot.span for spot in truth.spots):
            continue
        with closing(trace) if trace is not None else nullcontext():
            for spot in truth.spots:
                if spot.lines is not None:
                    near = _nearest(spot, diagnosis)
                    for within in WITHIN_LINES:
                        lines[within].append(near is not None and near <= within)
                if spot.span is not None and trace is not None:
                    spans[spot.category or "all"].append(spot.span in set(_spans(trace, diagnosis)))
                if spot.step is not None and trace is not None:
                    step = _step(trace, diagnosis, decisive=truth.decisive)
                    for within in WITHIN_STEPS:
                        steps[within].append(step is not None and abs(step - spot.step) <= within)
                    blind["second step"].append(spot.step == 2)
                if spot.actor and truth.decisive:
                    agents.append(_same(diagnosis.root.actor if diagnosis.root else None, spot.actor))
                    blind["most active agent"].append(_same(_most_active(trace), spot.actor))
    return {
        "lines": {str(within): _tally(hits) for within, hits in lines.items()},
        "steps": {str(within): _tally(hits) for within, hits in steps.items()},
        "agent": _tally(agents),
        "spans": {name: _tally(hits) for name, hits in sorted(spans.items())},
        "blind": {name: _tally(hits) for name, hits in blind.items()},
    }


def _tally(hits: Sequence[bool]) -> Tally:
    return [sum(hits), len(hits)]


def opened(truth: Truth, diagnosis: Diagnosis) -> Trace | None:
    """The trace, where it is at hand and has the bytes that were diagnosed."""
    for path in (truth.trace, Path(diagnosis.trace.path)):
        if path is not None and path.exists():
            with suppress(MastError, OSError):
                trace = Trace.open(path)
                trace.read()
                if trace.source.sha256() == diagnosis.trace.sha256:
                    return trace
                trace.close()
    return None


def _nearest(spot: Spot, diagnosis: Diagnosis) -> int | None:
    """How many lines the nearest act of a finding is away: of the same mode where the spot has one."""
    stretches = [
        act
        for finding in standing(diagnosis.findings)
        if spot.mode is None or spot.mode in (finding.mode, *finding.also)
        for act in acts_of(finding) or [(finding.onset, finding.onset)]
    ]
    return min((distance(act, spot.lines) for act in stretches), default=None) if spot.lines else None


def _step(trace: Trace, diagnosis: Diagnosis, *, decisive: bool) -> int | None:
    """The record of the root, or of the first finding's act."""
    line = diagnosis.root.line if decisive and diagnosis.root is not None else None
    if line is None:
        line = min((finding.onset for finding in standing(diagnosis.findings)), default=None)
    if line is None or not 1 <= line <= trace.events.lines:
        return None
    return trace.events.at_line(line).record


def _most_active(trace: Trace | None) -> str | None:
    if trace is None:
        return None
    often = Counter(event.actor for event in trace.events if event.actor and event.actor != "user")
    return next((actor for actor, _ in often.most_common(1)), None)


def _same(one: str | None, other: str) -> bool:
    """Whether two names are the same agent, whatever their case and what stands in brackets."""

    def plain(name: str) -> str:
        return re.sub(r"\(.*?\)|[^a-z0-9]", "", name.casefold())

    return one is not None and plain(one) == plain(other)


def _spans(trace: Trace, diagnosis: Diagnosis) -> Iterator[str]:
    """The spans in which the acts of findings stand: the one that begins last before the words."""
    data = trace.source.read(0, trace.source.size)
    begins = [(match.start(), match[1].decode("utf-8", "replace")) for match in _SPAN.finditer(data)]
    for finding in standing(diagnosis.findings):
        for at in _bytes(finding):
            name = None
            for start, span in begins:
                if start > at:
                    break
                name = span
            if name is not None:
                yield name


def _bytes(finding: Finding) -> list[int]:
    return [one.bytes[0] for one in finding.evidence if isinstance(one, Quoted) and one.part == "act"]
