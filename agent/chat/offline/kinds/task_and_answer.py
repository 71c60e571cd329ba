"""What the run was asked to do, what it answered in the end, and how the trace ends."""

import re

from agent.chat.material import About
from agent.chat.offline.acts import acts
from agent.chat.offline.draft import Draft
from agent.chat.offline.event_lines import ending, event_row, quote_lines
from agent.chat.offline.kind import QuestionKind
from agent.chat.offline.question import Question, asks_only
from agent.diagnosis.document_parts import Lines
from agent.trace.formats.base.format import Statement
from agent.trace.task import Task

_TASK = re.compile(
    r"\bwhat\b.*\b(task|goal|objective|assignment|asked|ask|want\w*|request\w*|supposed|meant)\b"
    r"|\b(show|state|tell me|read|give me) (me )?the (task|goal|request|assignment)\b"
)
_ANSWER = re.compile(r"\b(final|last|in the end|at the end|end result|come? out)\b")
_RESULT = re.compile(r"\b(answer\w*|result|output|solution|deliver\w*|reply|replied|come? out)\b")
_ENDING = re.compile(r"\bwhat happen\w* (in|at|towards?) the (very )?end\b|\bwhat (was|is) the end\b")
_FILLING = frozenset(
    "task goal objective assignment asked ask want wants wanted request requested requests supposed meant user user's "
    "original initial agents team system final end result output solution answer answers answered deliver delivered "
    "reply replied gave give given out came exact full whole person human program model".split()
)


def answer(draft: Draft, question: Question, about: About) -> None:
    """The task, the answer or the ending, in the words of the trace."""
    trace = draft.material.trace
    if _ENDING.search(question.bare):
        ending(draft)
    elif _asks_for_answer(question):
        _stated(draft, trace.reading.answer, trace.answer(), "The final answer")
        ending(draft)
    elif trace.stated_task is not None:
        draft.say(f"The task was stated by whoever opened this trace: {draft.name(trace.stated_task)}")
    else:
        _stated(draft, trace.reading.task, trace.task(), "The task")
        if trace.reading.task is None and (first := next(acts(draft), None)) is not None:
            draft.say(f"It begins with {event_row(draft, first)}")


def _stated(draft: Draft, statement: Statement | None, said: Task | None, what: str) -> None:
    """What the trace states, with its lines; or that it marks nothing as such."""
    if statement is None or said is None:
        draft.say_absent(f"nothing in it is marked as {what.casefold()}.")
        return
    lines = _lines_of(draft, statement, said.text.strip())
    if lines is None:
        draft.say(f"{what} stands in a part of the file that has no line of its own here; the raw bytes show it.")
        return
    draft.say(f"{what}, as far as the format of this trace tells:")
    quote_lines(draft, lines)
    if not statement.complete:
        draft.say("The trace does not hold all of it.")


def _lines_of(draft: Draft, statement: Statement, said: str) -> Lines | None:
    """The lines of the trace on which a statement stands."""
    trace, byte = draft.material.trace, statement.pieces[0].start
    for event in trace.events:
        if event.bytes[0] <= byte < event.bytes[1] and any(one.start <= byte < one.end for one in event.pieces):
            text = trace.text(event)
            at = max(0, text.find(said))
            first = event.lines[0] + text.count("\n", 0, at)
            return first, min(event.lines[1], first + said.count("\n"))
    return None


def _asks_for_answer(question: Question) -> bool:
    return bool(_ANSWER.search(question.bare) and _RESULT.search(question.bare))


def _fits(question: Question) -> bool:
    if question.names_place or not asks_only(question, _FILLING):
        return False
    begins = question.bare.lstrip().startswith(("what", "show", "give", "tell", "read"))
    asks = _TASK.search(question.bare) or (_asks_for_answer(question) and begins)
    return bool(_ENDING.search(question.bare) or asks)


KIND = QuestionKind("task and answer", answer, fits=_fits)
