"""A text log in a string of JSON, as datasets keep traces: read by its own format, its places those of the file."""

import re
from collections.abc import Iterator
from itertools import islice

from agent.trace.escapes import unescape
from agent.trace.event import Coding, Kind, Piece
from agent.trace.formats.base.format import Draft, Head, Reading, Statement
from agent.trace.formats.base.held_text import HeldText
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json.json_nested import LARGEST, WrittenAt
from agent.trace.formats.json.json_nodes import Node
from agent.trace.formats.json.json_records import or_hidden, whole_document
from agent.trace.formats.json.label_names import hide_labels
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.registry import known_text
from agent.trace.formats.tried_format import choose_format
from agent.trace.source import Source

_HOLDERS = ("trace", "trajectory", "content", "log", "logs", "transcript", "text", "output", "conversation")
_TASKS = ("task", "prompt", "question", "problem_statement", "query")
_BEGINS = pattern(b'"(?:' + "|".join(_HOLDERS).encode() + rb')"\s*:\s*"')
_DATASET = tuple(map(pattern, (rb'"mas_name"\s*:', rb'"trace"\s*:')))
_STRING = re.compile(rb'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
_BODY = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]]', re.DOTALL)
_ROLE = pattern(rb'"role"\s*:\s*"')
"""Messages have roles: a log among them is quoted."""
_SHORTEST = 80
_TRIED = 12
"""How many strings are taken for a log: messages of a chat are many, and no log."""
_HEAD = 64 * 1024
_LOOKED_AT = 16 * 1024


class TextInJson:
    """A JSON object of which a string is the log of a run."""

    name = "text_in_json"

    def recognise(self, head: Head) -> str | None:
        """A record of the MAST dataset, or a string that a format of text logs knows."""
        if head.opens != b"{":
            return None
        if all(part.search(head.data) for part in _DATASET):
            return "a JSON document: `mas_name` and the `trace` of a run"
        if _ROLE.search(head.data) is not None:
            return None
        written = (_BODY.match(head.data, at.end(), at.end() + _LOOKED_AT) for at in _BEGINS.finditer(head.data))
        long = (body for body in written if body is not None and len(body[0]) >= _SHORTEST)
        for body in islice(long, _TRIED):
            known = _known(_text(body[0]), head.name)
            if known is not None and not _is_listed(head.data, body.start() - 1):
                return f"a JSON document with a log in a string: {known}"
        return None

    @or_hidden
    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The events of the log."""
        root = whole_document(source, reading)
        is_whole = reading.broken_at is None
        log = _log(root)
        hide_labels(root, reading)
        if log is None:
            return
        written = source.read(log.start + 1, log.end - 1)
        inner = HeldText(_text(written), source.path)
        form, because = choose_format(inner, Head(inner.read(0, _HEAD), source.name, inner.size))
        reading.warn(f"the log stands in a string of JSON and is read as {form.name}: {because}")
        places = _Places(inner, WrittenAt(written), log.start + 1)
        drafts = list(form.cut(inner, reading))
        before = _stated(root, reading)
        if before is not None:
            yield before
        elif reading.task is not None:
            reading.task = Statement(places.pieces(reading.task.pieces), reading.task.complete)
        if reading.answer is not None:
            reading.answer = Statement(places.pieces(reading.answer.pieces), reading.answer.complete)
        if reading.broken_at is not None and is_whole:
            reading.broken_at = places.at(reading.broken_at)
        shift = int(before is not None)
        for draft in drafts:
            draft.parent = draft.parent + shift if draft.parent else draft.parent
            draft.repeats = draft.repeats + shift if draft.repeats else draft.repeats
            yield places.moved(draft)


class _Places:
    """Where in the file the words of the log stand."""

    def __init__(self, inner: HeldText, written: WrittenAt, base: int) -> None:
        self._inner = inner
        self._written = written
        self._base = base

    def at(self, offset: int) -> int:
        """The byte of the file at which a byte of the log stands."""
        return self._base + self._written.place(offset)

    def pieces(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """The same words as pieces of the file."""
        return tuple(piece for held in pieces for piece in self._piece(held))

    def moved(self, draft: Draft) -> Draft:
        """The same draft with its places in the file."""
        end = draft.end - (self._inner.read(draft.end - 1, draft.end) == b"\n")
        draft.pieces = self.pieces(draft.pieces or (Piece(draft.start, max(draft.start, end)),))
        draft.start, draft.end = self.at(draft.start), self.at(draft.end)
        return draft

    def _piece(self, piece: Piece) -> Iterator[Piece]:
        start, end, coding = piece
        if coding is Coding.STRINGS:
            for string in _STRING.finditer(self._inner.read(start, end)):
                yield Piece(self.at(start + string.start(1)), self.at(start + string.end(1)), Coding.NESTED)
        else:
            once = coding is Coding.PLAIN
            yield Piece(self.at(start), self.at(end), Coding.STRING if once else Coding.NESTED)


def _is_listed(data: bytes, at: int) -> bool:
    """Whether a string stands in a list: it is one of many, such as the message of a chat that quotes a log."""
    depth = {b"[": 1, b"]": -1}
    return sum(depth.get(token[0], 0) for token in _TOKEN.finditer(data, 0, at)) > 0


def _text(written: bytes) -> bytes:
    return unescape(written.decode("utf-8", "surrogateescape")).encode("utf-8", "replace")


def _known(data: bytes, name: str) -> str | None:
    """How a format of text logs knows the beginning of a log."""
    return next((because for _, because in known_text(Head(data, name, None))), None)


def _log(root: Node) -> Node | None:
    """The longest string under one of the names that logs have, also in an object of such a name."""
    held = [root.fields[name] for name in _HOLDERS if name in root.fields]
    held += [inner for node in held for inner in node.fields.values()]
    strings = [node for node in held if node.shape == "string" and 2 < node.end - node.start <= LARGEST]
    return max(strings, key=lambda node: node.end - node.start, default=None)


def _stated(root: Node, reading: Reading) -> Draft | None:
    """The task as it stands beside the log, where the log itself has none."""
    task = next((root.fields[name] for name in _TASKS if name in root.fields), None)
    if reading.task is not None or task is None or task.shape != "string" or task.end - task.start <= 2:
        return None
    reading.task = Statement((task.piece(),))
    return Draft(Kind.TASK, task.start, task.end, actor="user", pieces=(task.piece(),))


TEXT_IN_JSON = Documents(TextInJson())
