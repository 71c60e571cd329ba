"""The lines of events, as an answer shows them: the telling one of each, all of a few, the last of the trace."""

from agent.chat.offline.acts import QUIET
from agent.chat.offline.draft import Draft
from agent.diagnosis.document_parts import Lines
from agent.number_words import line_range
from agent.signals.readings.log_header import after_header
from agent.trace.event import Event, Kind

MOST_LINES, MOST_BACKWARDS = 20, 200


def event_row(draft: Draft, event: Event) -> str:
    """An event by its telling line, its kind and whom it is for."""
    to = f" to {draft.name(', '.join(event.to[:3]))}" if event.to else ""
    return f"{draft.quoted(first_telling(draft, event))} ({event.kind.value}{to})"


def first_telling(draft: Draft, event: Event) -> int:
    """The first line of an event below the heading that its log wrote above the words."""
    text = draft.material.trace.text(event)
    first = event.lines[0] + text.count("\n", 0, after_header(text))
    texts = text.split("\n")
    told = [n for n in range(first, event.lines[1] + 1) if _tells(texts[n - event.lines[0]])]
    return (told or [event.lines[0]])[0]


def _tells(text: str) -> bool:
    """Whether a line says something: no rule, no bracket, no opening of a block of code."""
    return sum(map(str.isalnum, text)) > 2 and not text.lstrip().startswith("```")


def quote_lines(draft: Draft, lines: Lines) -> None:
    """The words of a range of lines, as far as there is room."""
    shown = [number for number, text in enumerate(draft.material.trace.lines(*lines), lines[0]) if text.strip()]
    if not shown:
        draft.say(f"{line_range(*lines)} holds no words.")
    draft.listed(draft.quoted(number) for number in shown[:MOST_LINES])
    if len(shown) > MOST_LINES:
        draft.say(f"{len(shown) - MOST_LINES} more lines follow, to L{lines[1]}.")


def ending(draft: Draft) -> None:
    """The last things that were done."""
    events = draft.material.trace.events
    backwards = (events[number] for number in range(len(events), max(0, len(events) - MOST_BACKWARDS), -1))
    done = [event for event in backwards if event.is_act and event.kind not in (*QUIET, Kind.SYSTEM)][:3]
    if done:
        draft.say("How the trace ends:")
        draft.listed(event_row(draft, event) for event in reversed(done))
