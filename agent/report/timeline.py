"""The picture of a run: a lane for each actor, the trace from left to right, and the findings where they lie."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.diagnosis.document_parts import Diagnosis, Finding, Lines, Quoted
from agent.number_words import count, line_range
from agent.report.html_elements import Html, element, joined, link
from agent.report.opening import decisive
from agent.report.trace_extract import TraceExtract
from agent.report.wording import one_line, who

WIDTH, LEFT, RIGHT = 960, 176, 12
LANE, FLAG, AXIS = 22, 17, 26
MOST_LANES, MOST_FLAGS, MOST_TICKS, MOST_LEVELS = 14, 60, 400, 8
NAME = 23
NOBODY = "the run as a whole"


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things lie: the scale of lines, the lanes, and the top of the first of them."""

    lines: int
    lanes: tuple[str, ...]
    merged: int
    top: float

    def x(self, line: float) -> float:
        """The place of a line from left to right."""
        share = (min(max(line, 1), self.lines + 1) - 1) / max(1, self.lines)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, actor: str | None) -> float:
        """The middle of an actor's lane."""
        name = actor if actor in self.lanes else NOBODY
        at = self.lanes.index(name) if name in self.lanes else len(self.lanes) - 1
        return self.top + (at + 0.5) * LANE

    @property
    def bottom(self) -> float:
        """The lower edge of the last lane."""
        return self.top + len(self.lanes) * LANE


_Flag = tuple[Finding, float, int | None]


def timeline(diagnosis: Diagnosis, extract: TraceExtract | None) -> Html:
    """The picture as SVG; without a extract of the trace it shows the findings alone."""
    flags = _flags(diagnosis)
    levels = 1 + max((level for _, _, level in flags if level is not None), default=0)
    lanes, merged = _lanes(diagnosis, extract)
    plan = _Plan(diagnosis.trace.lines, lanes, merged, levels * FLAG + 8)
    height = plan.bottom + AXIS
    return element(
        "svg",
        element("title", f"Who acted where, with {count(len(diagnosis.findings), 'finding')}", id="picture-title"),
        element("desc", _described(diagnosis), id="picture-text"),
        *_lane_rows(plan, extract),
        *_axis(plan),
        *_marks(diagnosis, plan, flags),
        *_unnamed(diagnosis, flags),
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="group",
        aria_labelledby="picture-title",
        aria_describedby="picture-text",
        class_="picture",
    )


def _described(diagnosis: Diagnosis) -> str:
    rows = [
        f"{finding.id}, {finding.severity}, {one_line(who(finding))}, {line_range(*(finding.onset, finding.onset))}"
        for finding in diagnosis.findings[:MOST_FLAGS]
    ]
    return f"Lines 1 to {diagnosis.trace.lines:,} from left to right. {'; '.join(rows) or 'No finding'}."


def _lanes(diagnosis: Diagnosis, extract: TraceExtract | None) -> tuple[tuple[str, ...], int]:
    """The actors in order of appearance; those with findings stay when there are too many."""
    acting = {finding.actor for finding in diagnosis.findings if finding.actor}
    quoted = {e.actor for f in diagnosis.findings for e in f.evidence if isinstance(e, Quoted) and e.actor}
    names = list(
        dict.fromkeys([*diagnosis.trace.actors, *(extract.lanes if extract else ()), *sorted(acting | quoted)])
    )
    kept = names
    if len(names) > MOST_LANES:
        first = sorted(names, key=lambda name: (name not in acting, name not in quoted, names.index(name)))
        kept = [name for name in names if name in first[:MOST_LANES]]
    alone = any(finding.actor not in kept for finding in diagnosis.findings)
    return (*kept, *([NOBODY] if alone or not kept else ())), len(names) - len(kept)


def _lane_rows(plan: _Plan, extract: TraceExtract | None) -> Iterator[Html]:
    for at, name in enumerate(plan.lanes):
        middle = plan.top + (at + 0.5) * LANE
        shown = one_line(name)
        short = shown if len(shown) <= NAME else f"{shown[: NAME - 1]}…"
        label = element("text", short, element("title", shown), x=LEFT - 10, y=middle + 4, class_="name")
        rule = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=middle, y2=middle, class_="rule")
        stretches = extract.lanes.get(name, ()) if extract else ()
        yield joined(label, rule, _activity(plan, stretches, middle, at))
    if plan.merged:
        note = f"{count(plan.merged, 'more actor')} not drawn"
        yield element("text", note, x=LEFT - 10, y=plan.bottom + 17, class_="name quiet")


def _activity(plan: _Plan, stretches: tuple[Lines, ...], middle: float, at: int) -> Html:
    if not stretches:
        return joined()
    strokes = "".join(
        f"M{plan.x(first):g} {middle - 5:g}h{max(0.8, plan.x(last + 1) - plan.x(first)):.1f}v10H{plan.x(first):g}z"
        for first, last in stretches
    )
    return element("path", d=strokes, class_=f"acts a{at % 8 + 1}")


def _axis(plan: _Plan) -> Iterator[Html]:
    for line in _round_lines(plan.lines):
        at = plan.x(line)
        yield element("line", x1=at, x2=at, y1=plan.top, y2=plan.bottom + 4, class_="grid")
        yield element("text", f"L{line}", x=at, y=plan.bottom + 18, class_="tick")


def _round_lines(lines: int) -> list[int]:
    """The first line, and round line numbers along the axis."""
    step = next(f * 10**power for power in range(20) for f in (1, 2, 5) if lines / (f * 10**power) <= 6)
    return [1, *range(max(2, step), lines + 1, step)]


def _flags(diagnosis: Diagnosis) -> list[_Flag]:
    """The findings with the place of their flag and the level at which it hangs free of the others."""
    plan = _Plan(diagnosis.trace.lines, (), 0, 0)
    ends: list[float] = []
    placed = []
    for finding in sorted(diagnosis.findings[:MOST_FLAGS], key=lambda finding: finding.onset):
        at, width = plan.x(finding.onset), 10 + 7.5 * len(one_line(finding.id)[:6])
        level = next((n for n, end in enumerate(ends) if end <= at - width / 2), len(ends))
        if level < MOST_LEVELS:
            ends[level : level + 1] = [at + width / 2]
        placed.append((finding, at, level if level < MOST_LEVELS else None))
    return placed


def _marks(diagnosis: Diagnosis, plan: _Plan, flags: list[_Flag]) -> Iterator[Html]:
    chosen = decisive(diagnosis)
    for finding, at, level in sorted(flags, key=lambda flag: flag[0] is chosen):
        kind = f"{finding.severity}{' rejected' if finding.decision == 'rejected' else ''}"
        name = one_line(finding.id)[:6]
        label = f"{name}, {finding.severity}, {one_line(who(finding))}, L{finding.onset}: {one_line(finding.title)}"
        lane = plan.y(finding.actor)
        foot = plan.bottom if finding is chosen else lane
        base = plan.top - 8 - (level or 0) * FLAG
        ticks = "".join(f"M{plan.x(first):g} {lane + 6:g}v4" for first, _ in finding.occurrences[:MOST_TICKS])
        stem = element("line", x1=at, x2=at, y1=base, y2=foot, class_=f"stem{' root' if finding is chosen else ''}")
        flag = element("text", name, x=at, y=base - 2, class_=f"flag {kind}")
        yield link(
            f"finding-{finding.id}",
            element("title", label),
            *([stem] if level is not None else []),
            element("path", d=ticks, class_=f"ticks {kind}"),
            element("path", d=_sign(finding.severity, at, lane), class_=f"sign {kind}"),
            *([flag] if level is not None else []),
            aria_label=label,
        )


def _unnamed(diagnosis: Diagnosis, flags: list[_Flag]) -> Iterator[Html]:
    """Says how many findings have no flag, because they lie too close or are too many."""
    number = len(diagnosis.findings) - sum(level is not None for _, _, level in flags)
    if number:
        yield element("text", f"{count(number, 'finding')} unnamed", x=LEFT - 10, y=FLAG - 4, class_="name quiet")


def _sign(severity: str, x: float, y: float) -> str:
    """Square, triangle, hollow triangle, triangle upside down: the signs of severity as shapes."""
    if severity == "fatal":
        return f"M{x - 5:g} {y - 5:g}h10v10h-10z"
    tip, foot = (y - 6, y + 5) if severity != "recovered" else (y + 6, y - 5)
    return f"M{x:g} {tip:g}L{x + 6:g} {foot:g}H{x - 6:g}z"
