"""What a model is told before a question: the diagnosis in brief, the outline, the place in view, the last turns."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from agent.chat.material import About, Material
from agent.chat.question_budget import QuestionBudget
from agent.chat.turn import Turn
from agent.diagnosis.document_parts import Absence, Outcome
from agent.lookup.lines_read import LinesRead
from agent.lookup.tools.findings import evidence_row, finding_row, places_of
from agent.lookup.tools.outline import outline
from agent.lookup.tools.read import head
from agent.lookup.tools.tool import cut_to
from agent.model.model import Message
from agent.model.prompts import fence
from agent.number_words import line_range
from agent.tokens import count

PROMPT = Path(__file__).with_name("prompts") / "answer.md"
TASK, ROWS, PARAGRAPHS = 1_500, 40, 1_200
"""Characters of the task, lines in view, tokens for the findings in paragraphs: without room each has a row."""
WHOLE = "All of the trace stands above; there is nothing more to look up."
RUNNING = "The diagnosis is still running; there are no findings yet."


@cache
def _prompt() -> str:
    return PROMPT.read_text("utf-8").strip()


def instructions(material: Material) -> str:
    """How to answer, with the marks of this trace."""
    return _prompt().replace("{{mark}}", material.mark)


def opening(
    material: Material, question: str, about: About, turns: Sequence[Turn], read: LinesRead, room: QuestionBudget
) -> tuple[Message, ...]:
    """The messages a conversation with a model begins with; `read` notes what of the trace is in them."""
    parts = [*_facts(material, read)]
    if room.sends_all:
        parts += ["the whole trace:", *_whole(material, read)]
    else:
        last = material.trace.events.lines
        rows = outline(material.visible, (1, last), room.outline)
        parts += ["outline:", *(row.text for row in rows)]
        read.note((), named=[place for row in rows for place in row.named])
        read.titled += [place for row in rows for place in row.titled]
    place = list(_place(material, about, read))
    if place:
        parts += [f"in view, {about.text}:", _within("\n".join(place), room.place)]
    read.note_rows("\n".join(parts))
    parts += _earlier(material, turns, read, room.turns)
    asked = f"Question{f' about {about.text}' if about.text else ''}: {question}"
    limits = WHOLE if room.sends_all else room.allowance().words
    told = f"{fence(material.mark, 'TRACE', chr(10).join(parts))}\n\n{limits}\n\n{asked}"
    return Message("system", instructions(material)), Message("user", told)


def _facts(material: Material, read: LinesRead) -> Iterator[str]:
    """The trace and its diagnosis in brief."""
    trace, diagnosis = material.trace, material.diagnosis
    actors = ", ".join(map(material.safe, material.actors[:12]))
    yield f"trace: {trace.events.lines} lines, {len(trace.events)} events; actors: {actors}"
    task = trace.task()
    if task is not None:
        yield f"task: {cut_at(material.safe(task.text), TASK)}"
    if diagnosis is None:
        yield RUNNING
        return
    yield from _outcome(material, diagnosis.outcome)
    root = diagnosis.root
    if root is not None:
        yield f"root cause: {root.finding or root.cause} at L{root.line}"
    left = PARAGRAPHS
    yield f"findings: {len(material.visible.findings)}; the tool `findings` has their quotes and remedies"
    for finding in material.visible.findings:
        row = " ".join(filter(None, (f"{finding_row(material.visible, finding)}.", places_of(finding))))
        paragraph = f"{row} {material.safe(finding.explanation)}"
        left -= count(paragraph)
        yield paragraph if left >= 0 else row
        read.note([(finding.onset, finding.onset), *finding.occurrences])
        read.note(record.lines for record in finding.evidence if not isinstance(record, Absence))


def _outcome(material: Material, outcome: Outcome) -> Iterator[str]:
    """How the run came out, as far as the diagnosis could tell, and what it could not."""
    met = [criterion for criterion in outcome.criteria if criterion.state == "met"]
    rest = [criterion for criterion in outcome.criteria if criterion.state != "met"]
    checked = f" ({len(met)} of {len(outcome.criteria)} criteria met)" if outcome.criteria else ""
    bare = "" if outcome.evidence or outcome.verdict == "undetermined" else "; no line of the trace was named for it"
    yield f"outcome: {outcome.verdict}{checked}{bare}. {cut_at(material.safe(outcome.basis), TASK // 3)}"
    for criterion in rest:
        yield f"- {criterion.state}: {cut_at(material.safe(criterion.text), TASK // 6)}"


def _whole(material: Material, read: LinesRead) -> Iterator[str]:
    """A short trace as it is."""
    lines = dict(material.visible.lines(1, material.trace.events.lines))
    for event in material.trace.events:
        if event.repeats is not None:
            yield f"@{event.number} {line_range(*event.lines)} repeats @{event.repeats}"
            continue
        yield head(material.visible, event)
        for number in range(event.lines[0], event.lines[1] + 1):
            yield f"{number}| {material.visible.plain(lines.get(number, ''))}"
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
    """The turns before this one, newest last: whole as long as there is room, then the question and its lines."""
    rows: list[str] = []
    for age, turn in enumerate(reversed(turns)):
        asked = _asked_row(material, turn)
        whole = f"{asked}\nanswer: {material.visible.redact(turn.answer)}"
        row = whole if count(whole) <= left else asked
        left -= count(row)
        if left < 0:
            rows.append(f"... {len(turns) - age} earlier questions are left out")
            break
        rows.append(row)
        read.note(citation.lines for citation in turn.citations)
    return ["earlier in this conversation:", *reversed(rows)] if rows else []


def _asked_row(material: Material, turn: Turn) -> str:
    lines = ", ".join(line_range(*citation.lines) for citation in turn.citations)
    return f"asked: {material.safe(turn.question)} (answered from {lines or 'no lines'})"


def _within(text: str, room: int) -> str:
    return text if count(text) <= room else cut_to(text, room)


def cut_at(text: str, longest: int) -> str:
    """A text, cut with a mark where it is longer."""
    return text if len(text) <= longest else f"{text[:longest].rstrip()} … ({len(text) - longest:,} more characters)"
