"""Chooses what the question for an outline is shown: the whole trace, else its task, its roles and a row per event."""

from collections.abc import Iterator

from agent.analyst.shown_trace import ShownTrace
from agent.analyst.telling_events import BESIDE, TASK_TOKENS, task_beside
from agent.chunk.render import NEVER_JUDGED, Renderer
from agent.tokens import count
from agent.trace.event import Event, Kind

ROLE_TOKENS, MOST_ROLES, ROW_TOKENS = 180, 8, 1_200
MOST_ROWS = 40
"""Events of which each gets a row; of more, what the log notes beside them gets none."""
ROLE_WIDTH, END_LINES = 200, 12
"""Characters of a line of what an agent was told, where all of it is too long; lines of the end of the run."""
OUTLINE_TOKENS = TASK_TOKENS + MOST_ROLES * ROLE_TOKENS + ROW_TOKENS + END_LINES * ROLE_WIDTH // 4
WHOLE = "The block above is the whole run."
OVERVIEW = (
    "The block above is an overview of the whole run: its task, what each agent was told at first as far as it is "
    "short, then one line for each event or stretch of events, and how it ended."
)
_TOLD = frozenset({Kind.SYSTEM, Kind.HANDOFF, Kind.PLAN, Kind.NOTE})
"""Kinds of events that tell who does what."""


def outline_view(shown: ShownTrace) -> tuple[str, str]:
    """What is shown of a trace to say what a right run had to do, and a sentence that tells what that is."""
    if shown.whole is not None:
        beside = task_beside(shown)
        return shown.text(shown.whole), f"{WHOLE} {BESIDE}\n{shown.fenced(beside)}" if beside else WHOLE
    events, renderer = shown.case.trace.events, shown.case.planner.renderer
    beside = task_beside(shown)
    top = f"{BESIDE}\n{beside}\n\n" if beside else ""
    if shown.task_event is not None:
        top += renderer.event(shown.task_event, TASK_TOKENS)[0]
    top += "".join(_told(renderer, event) for event in _roles(shown))
    told = [event for event in events if event.repeats is None and event.kind not in NEVER_JUDGED]
    acts = [event for event in told if event.kind is not Kind.NOTE]
    rows = "\n".join(_thinned([renderer.row(event) for event in (acts if len(told) > MOST_ROWS else told)], ROW_TOKENS))
    return shown.fenced(f"{top}{rows}{_end(renderer, (acts or told)[-1]) if told else ''}"), OVERVIEW


def _end(renderer: Renderer, event: Event) -> str:
    """The last lines of the run: its answer often stands below what its last event begins with."""
    first, last = event.lines
    return f"\nIts last lines:\n{renderer.part(event, max(first, last - END_LINES + 1), last, ROLE_WIDTH)}"


def _roles(shown: ShownTrace) -> Iterator[Event]:
    """The first words that each agent was given, or gave the others: the first of each kind, by whom and for whom."""
    said = set[tuple[Kind, str | None, tuple[str, ...]]]()
    for event in shown.case.trace.events:
        key = (event.kind, event.actor, event.to)
        if event.kind in _TOLD and event.repeats is None and (event.actor or event.to) and key not in said:
            said.add(key)
            yield event
            if len(said) == MOST_ROLES:
                return


def _told(renderer: Renderer, event: Event) -> str:
    """What somebody was told: whole where it is short, else the beginnings of its first lines."""
    text, _, left_out = renderer.event(event, ROLE_TOKENS)
    if not left_out:
        return text
    shown = list[str]()
    for row in renderer.part(event, *event.lines, ROLE_WIDTH).split("\n"):
        if sum(map(count, shown)) + count(row) > ROLE_TOKENS:
            break
        shown.append(row)
    at = event.lines[0] + len(shown) - 1
    return "\n".join([*shown, f"  ... L{at}-{event.lines[1]} not shown"]) + "\n"


def _thinned(rows: list[str], room: int) -> list[str]:
    """All rows if they fit, else evenly spread ones, the first and the last among them."""
    sizes = [count(row) + 1 for row in rows]
    if sum(sizes) <= room:
        return rows
    average = max(1.0, sum(sizes) / max(1, len(rows)))
    keep = max(2, int(room / (average + 4)))
    head, tail = keep // 3, keep // 3
    middle = range(head, len(rows) - tail)
    step = max(1, len(middle) // max(1, keep - head - tail))
    chosen = sorted({*range(head), *middle[::step], *range(len(rows) - tail, len(rows))})
    shown, before = list[str](), -1
    for at in chosen:
        if at > before + 1:
            shown.append(f"  ... {at - before - 1} more")
        shown.append(rows[at])
        before = at
    while len(shown) > 2 and sum(count(row) + 1 for row in shown) > room:
        shown.pop(len(shown) // 2)
    return shown
