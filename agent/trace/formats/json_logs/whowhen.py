"""Who&When traces: the chat of a run as `history`, with the labels of whoever went wrong beside it."""

import re
from collections.abc import Iterator

from agent.trace.event import Kind, Piece
from agent.trace.event_text import Bytes, EventText
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nodes import Node, text_of
from agent.trace.formats.json.json_records import JsonRecords, or_hidden
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.source import Source
from agent.trace.window import Window

_KEYS = {
    key: pattern(rb'"' + key.encode() + rb'"\s*:')
    for key in ("history", "is_correct", "question", "role", "mistake_agent")
}
_HISTORY_FIRST = pattern(rb'\s*\{\s*"history"\s*:\s*\[')
_LABELS = (
    "is_correct",
    "is_corrected",
    "ground_truth",
    "mistake_agent",
    "mistake_step",
    "mistake_reason",
    "mistake_type",
    "labels",
    "level",
)
_NOTE = pattern(r"\s*\((.*)\)\s*$", re.DOTALL)
_EXIT = pattern(r"\s*exitcode: (-?\d+)")
_CODE = pattern(r"^\s*```(python|py|sh|bash|shell)\b", re.MULTILINE)
_FINAL = "FINAL ANSWER:"
_PLAN = pattern(r"\s*(?:Initial|New|Updated) plan:")
_TERMINALS = ("computer_terminal", "computerterminal")


class AlgorithmGenerated:
    """Teams that CaptainAgent put together: `name` says who spoke."""

    name = "whowhen_algorithm_generated"

    def recognise(self, head: Head) -> str | None:
        """An object that says whether its run is correct, with question and history."""
        if head.opens == b"{" and all(_KEYS[key].search(head.data) for key in ("history", "is_correct", "question")):
            return "a JSON object with `history`, `is_correct` and `question`"
        return None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """One event per element of `history`."""
        yield from _cut(source, reading, team_speaks=True)


class HandCrafted:
    """Magentic-One runs: `role` says who spoke, and to whom."""

    name = "whowhen_hand_crafted"

    def recognise(self, head: Head) -> str | None:
        """An object that begins with its history of roles and contents."""
        if _HISTORY_FIRST.match(head.data) and _KEYS["role"].search(head.data):
            return "a JSON object that begins with `history`, a list of `role` and `content`"
        opens = head.opens == b"{"
        if opens and all(_KEYS[key].search(head.data) for key in ("history", "role", "mistake_agent")):
            return "a JSON object with `history`, a list of `role` and `content`, and `mistake_agent`"
        return None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """One event per element of `history`."""
        yield from _cut(source, reading, team_speaks=False)


def _cut(source: Source, reading: Reading, *, team_speaks: bool) -> Iterator[Draft]:
    records, window = JsonRecords(source, reading, lambda path: path == ("history",)), Window(source)
    for number, record in enumerate(records, 1):
        draft, text = _draft(window, record.node, number)
        if draft.kind is Kind.TASK:
            reading.task = Statement(draft.pieces)
        elif _FINAL in text or (draft.kind is Kind.SAY and team_speaks and text.strip(" \n*") not in ("", "TERMINATE")):
            reading.answer = Statement(_final(source, draft.pieces))
        yield draft
    root = records.root
    question = root.get("question")
    if question is not None and question.shape == "string":
        reading.task = Statement((question.piece(),))
    held = [label for label in _LABELS if label in root.fields]
    if held:
        reading.hide(", ".join(held))
    prompts = root.get("system_prompt")
    for agent, prompt in prompts.fields.items() if prompts is not None else ():
        if prompt.is_text:
            yield Draft(Kind.SYSTEM, prompt.start, prompt.end, actor=agent, pieces=(prompt.piece(),), salience=0.3)


def _final(source: Source, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """What comes after the last `FINAL ANSWER:`, up to the end of its paragraph; all of it where there is none."""
    unfolded = EventText(source, pieces)
    at = unfolded.text.rfind(_FINAL)
    if at < 0:
        return pieces
    stop = unfolded.text.find("\nSCENARIO.PY COMPLETE", at)
    at, stop = at + len(_FINAL), stop if stop >= 0 else len(unfolded.text)
    while at < stop and unfolded.text[at] in " \n":
        at += 1
    start, end = unfolded.bytes_of(at, max(at, stop))
    return (Piece(start, end, pieces[0].coding),) if at < stop else pieces


def _draft(source: Bytes, node: Node, number: int) -> tuple[Draft, str]:
    content = node.get("content")
    text = content.text(source) if content is not None and content.is_text else ""
    written = text_of(source, node.get("name")) or text_of(source, node.get("role")) or ""
    note = _NOTE.search(written)
    actor, aside = (written[: note.start()], note[1]) if note is not None else (written, "")
    kind = _kind(actor, aside, text, first=number == 1)
    ended = _EXIT.match(text)
    code = _CODE.search(text) if kind is Kind.CALL else None
    draft = Draft(
        kind,
        node.start,
        node.end,
        record=number,
        actor=actor or None,
        to=(aside.removeprefix("->").strip(),) if aside.startswith("->") else (),
        pieces=(content.piece(),) if content is not None and content.shape != "literal" else (),
        tool=code[1] if code else None,
        status="error" if ended is not None and ended[1] != "0" else None,
    )
    return draft, text


def _kind(actor: str, aside: str, text: str, *, first: bool) -> Kind:
    if first:
        return Kind.TASK
    if aside.startswith("->"):
        return Kind.HANDOFF
    if aside == "thought":
        return Kind.PLAN if _PLAN.match(text) else Kind.THINK
    if aside == "termination condition":
        return Kind.ANSWER if _FINAL in text else Kind.SYSTEM
    if actor.lower() in _TERMINALS or _EXIT.match(text):
        return Kind.RESULT
    return Kind.CALL if "```" in text and _CODE.search(text) else Kind.SAY


ALGORITHM_GENERATED = Documents(AlgorithmGenerated())
HAND_CRAFTED = Documents(HandCrafted())
