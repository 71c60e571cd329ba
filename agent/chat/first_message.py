"""What a model is told before a question: the diagnosis in brief, the outline, the place in view, the last turns."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from agent.chat.material import About, Material
from agent.chat.question_budget import QuestionBudget
from agent.chat.turn import Turn
from agent.diagnosis.document_parts import Absence
from agent.lookup.lines_read import LinesRead
from agent.lookup.tools.findings import evidence_row, finding_row
from agent.lookup.tools.outline import outline
from agent.lookup.tools.read import head
from agent.lookup.tools.tool import cut_to
from agent.model.model import Message
from agent.model.prompts import fence
from agent.number_words import line_range
from agent.tokens import count

PROMPT = Path(__file__).with_name("prompts") / "answer.md"
TASK, FINDINGS, ROWS = 500, 12, 40
WHOLE_ANSWERS = 2
"""Turns whose answers are sent again; of older ones only the question and the cited lines."""
RUNNING = "The diagnosis is still running; there are no findings yet."


@cache
def _prompt() -> str:
    return PROMPT.read_text("utf-8").strip()


def instructions(material: Material) -> str:
    """How to answer, with the marks of this trace."""
    return _prompt().replace("{{mark}}", material.mark)


def fenced(material: Material, text: str) -> str:
    """Text of the trace between marks that its author could not foresee."""
    return fence(material.mark, "TRACE", text.replace(material.mark, "(mark)"))


def opening(
    material: Material, question: str, about: About, turns: Sequence[Turn], read: LinesRead, room: QuestionBudget
) -> tuple[Message, ...]:
    """The messages a conversation with a model begins with; `read` notes which lines are in them."""
    parts = [*_facts(material, read)]
    if room.sends_all:
        parts += ["the whole trace:", *_whole(material, read)]
    else:
        last = material.trace.events.lines
        rows = [row.text for row in outline(material.visible, (1, last), room.outline)]
        parts += ["outline:", _within("\n".join(rows), room.outline)]
    place = list(_place(material, about, read))
    if place:
        parts += [f"in view, {about.text}:", _within("\n".join(place), room.place)]
    parts += _earlier(material, turns, read, room.turns)
    asked = f"Question{f' about {about.text}' if about.text else ''}: {question}"
    return Message("system", instructions(material)), Message(
        "user", f"{fenced(material, chr(10).join(parts))}\n\n{asked}"
    )


def _facts(material: Material, read: LinesRead) -> Iterator[str]:
    """The trace and its diagnosis in brief."""
    trace, diagnosis = material.trace, material.diagnosis
    actors = ", ".join(map(material.safe, material.actors[:12]))
    yield f"trace: {trace.events.lines} lines, {len(trace.events)} events; actors: {actors}"
    task = trace.task()
    if task is not None:
        yield f"task: {material.safe(task.text)[:TASK]}"
    if diagnosis is None:
        yield RUNNING
        return
    yield f"outcome: {diagnosis.outcome.verdict}. {material.safe(diagnosis.outcome.basis)[:200]}"
    root = diagnosis.root
    if root is not None:
        yield f"root cause: {root.finding or root.cause} at L{root.line}"
    for finding in material.visible.findings[:FINDINGS]:
        yield finding_row(material.visible, finding)
        read.note([(finding.onset, finding.onset)])
        read.note(record.lines for record in finding.evidence if not isinstance(record, Absence))


def _whole(material: Material, read: LinesRead) -> Iterator[str]:
    """A short trace as it is."""
    lines = dict(material.visible.numbered(1, material.trace.events.lines))
    for event in material.trace.events:
        if event.repeats is not None:
            yield f"@{event.number} {line_range(*event.lines)} repeats @{event.repeats}"
            continue
        yield head(material.visible, event)
        for number in range(event.lines[0], event.lines[1] + 1):
            yield f"{number}| {lines.get(number, '')}"
        read.note([event.lines])


def _place(material: Material, about: About, read: LinesRead) -> Iterator[str]:
    """The finding or the lines that a person is on."""
    finding = material.visible.finding(about.finding) if about.finding else None
    if finding is not None:
        yield finding_row(material.visible, finding)
        yield material.safe(finding.explanation)
        for record in finding.evidence:
            yield evidence_row(material.visible, record)
    elif about.lines is not None:
        first, last = about.lines[0], min(about.lines[1], about.lines[0] + ROWS)
        for number, text in material.visible.numbered(first, last):
            yield f"{number}| {text[:600]}"
        read.note([(first, last)])


def _earlier(material: Material, turns: Sequence[Turn], read: LinesRead, left: int) -> list[str]:
    """The turns before this one, newest last: the last few with their answers, the others in a row each."""
    rows: list[str] = []
    whole = left // 3
    for age, turn in enumerate(reversed(turns)):
        row = _turn_row(material, turn, whole if age < WHOLE_ANSWERS else 0)
        left -= count(row)
        if left < 0:
            rows.append(f"... {len(turns) - age} earlier questions are left out")
            break
        rows.append(row)
        read.note(citation.lines for citation in turn.citations)
    return ["earlier in this conversation:", *reversed(rows)] if rows else []


def _turn_row(material: Material, turn: Turn, room: int) -> str:
    lines = ", ".join(line_range(*citation.lines) for citation in turn.citations[:8])
    asked = f"asked: {material.safe(turn.question)[:160]} (answered from {lines or 'no lines'})"
    return f"{asked}\nanswer: {_within(turn.answer, room)}" if room else asked


def _within(text: str, room: int) -> str:
    return text if count(text) <= room else cut_to(text, room)
