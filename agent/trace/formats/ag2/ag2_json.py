"""AG2 runs as the MAST authors keep them: one JSON object with the chat as `trajectory`, texts as lists of lines."""

import re
from collections.abc import Iterator

from agent.trace.event import Kind
from agent.trace.event_text import Bytes
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.json.json_nodes import Node, text_of
from agent.trace.formats.json.json_records import JsonRecords, or_hidden
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.source import Source
from agent.trace.window import Window

_KEYS = re.compile(rb'"(instance_id|problem_statement|trajectory|hints_text|other_data)"\s*:')
_HYPERAGENT = re.compile(rb'"HyperAgent_')
_EXIT = re.compile(r"\s*exitcode: (-?\d+) \(")
_CODE = re.compile(r"^\s*```(python|py|sh|bash|shell)\b", re.MULTILINE)
_NUDGE = re.compile(r"\s*Continue\. ")
_WELCOME = re.compile(r"\s*Hello everyone\. We have assembled a great team")
_FOUND = re.compile(r"SOLUTION_FOUND\W*\\boxed")
_NEXT = re.compile(r"NEXT SPEAKER[:\s*_`]+([A-Za-z][\w ]*\w)")
_LABELS = ("correct", "answer", "seed_question", "seed_solution", "seed_answer", "perturbation_type")


class Ag2Json:
    """The chat of an AG2 run; `role` is the view of one agent's message store, so `name` says who spoke."""

    name = "ag2_mast_json"

    def recognise(self, head: Head) -> str | None:
        """An object with `instance_id` and `problem_statement` that is no HyperAgent run."""
        if head.opens != b"{" or _HYPERAGENT.search(head.data):
            return None
        keys = {key.decode() for key in _KEYS.findall(head.data)}
        if {"instance_id", "problem_statement"} <= keys and "hints_text" not in keys:
            return "a JSON object with `instance_id` and `problem_statement`, and no `hints_text`"
        return None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """One event per element of `trajectory`."""
        records, window = JsonRecords(source, reading, lambda path: path == ("trajectory",)), Window(source)
        names: set[str] = set()
        for number, record in enumerate(records, 1):
            draft = _draft(window, record.node, number, names)
            if draft.actor:
                names.add(draft.actor)
            yield draft
        _read_whole(source, records.root, reading)


def _draft(source: Bytes, node: Node, number: int, names: set[str]) -> Draft:
    content = node.get("content")
    text = content.text(source) if content is not None and content.is_text else ""
    actor = text_of(source, node.get("name")) or text_of(source, node.get("role"))
    kind = _kind(text, actor or "", first=number == 1)
    ended = _EXIT.match(text)
    code = _CODE.search(text) if kind is Kind.CALL else None
    return Draft(
        kind,
        node.start,
        node.end,
        record=number,
        actor=actor,
        to=_receiver(text, names) if kind in (Kind.SAY, Kind.CALL) else (),
        pieces=(content.piece(),) if content is not None and content.shape != "literal" else (),
        tool=code[1] if code else None,
        status="error" if ended and ended[1] != "0" else None,
    )


def _kind(text: str, actor: str, *, first: bool) -> Kind:
    if first:
        return Kind.TASK
    if _EXIT.match(text):
        return Kind.RESULT
    if _WELCOME.match(text) or _NUDGE.match(text):
        return Kind.SYSTEM
    # A proxy has no model behind it: what it says beyond its fixed phrases is what the code printed.
    if "proxy" in actor.lower():
        return Kind.RESULT
    if "SOLUTION_FOUND" in text and _FOUND.search(text):
        return Kind.ANSWER
    return Kind.CALL if "```" in text and _CODE.search(text) else Kind.SAY


def _receiver(text: str, names: set[str]) -> tuple[str, ...]:
    """Whom a message hands the floor to, in the spelling that the chat uses."""
    asked = _NEXT.findall(text) if "NEXT SPEAKER" in text else None
    if not asked:
        return ()
    wanted = asked[-1].replace(" ", "_").lower()
    return (next((name for name in names if name.lower() == wanted), asked[-1].replace(" ", "_")),)


def _read_whole(source: Source, root: Node, reading: Reading) -> None:
    """The task, the answer that the system gave, and the labels that nobody may see."""
    problem = root.get("problem_statement")
    if problem is not None and problem.is_text:
        reading.task = Statement((problem.tight_piece(source),))
    given = root.get("other_data", "given")
    if given is not None and text_of(source, given):
        reading.answer = Statement((given.piece(),))
    other = root.get("other_data")
    held = [label for label in _LABELS if other is not None and label in other.fields]
    if held:
        reading.hide(f"other_data: {', '.join(held)}")
    if root.get("note") is not None:
        reading.hide("note: an annotator's labels and remarks")


AG2_JSON = Documents(Ag2Json())
