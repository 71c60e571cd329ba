"""Colours for code in the trace: what stands between fences, diffs and JSON; only what is looked at is coloured."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from agent.clean import clean_line
from agent.trace.event import Event
from mast_tui.layout.line_reader import LineReader
from mast_tui.layout.width import untabbed

Ink = tuple[int, int, str]
_LARGEST, _TALLEST = 512 * 1024, 6_000
"""Bytes and lines of an event beyond which it is not looked through for code."""
_BLOCK = 600
"""Lines of one block of code that are coloured."""
_KEPT = 32
_FENCE = re.compile(r"^\s*(?:[>|]\s*)?(```+|~~~+)\s*\{?\.?([\w+#.-]*)")
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")
_DIFF_HEAD = re.compile(r"^(?:diff --git |index [0-9a-f]+\.\.|--- \S|\+\+\+ \S)")
_IN_DIFF = re.compile(r"^[-+ \\]|^$")
_JSON = re.compile(r'^\s*(?:"(?:[^"\\]|\\.)*"\s*(?::|,?\s*$)|[}\]],?\s*$)')
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(?=(\s*:)?)|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*')


class Block(NamedTuple):
    """Lines of an event that are code, counted from its first, and in which language."""

    first: int
    last: int
    language: str


class CodeInks:
    """The colours of lines, block by block."""

    def __init__(self, reader: LineReader) -> None:
        self._reader = reader
        self._blocks: OrderedDict[tuple[int, int], list[Block]] = OrderedDict()
        self._coloured: OrderedDict[tuple[int, int], list[list[Ink]]] = OrderedDict()

    def of(self, event: Event, line: int, text: str) -> list[Ink]:
        """How the parts of a line look; `text` is the line as it is shown."""
        at = line - event.lines[0]
        block = next((each for each in self._of_event(event) if each.first <= at <= each.last), None)
        if block is None:
            return _json(text) if _JSON.match(text) else []
        if block.language == "diff":
            return _diff(text)
        if block.language == "json":
            return _json(text)
        if at - block.first >= _BLOCK:
            return []
        inks = self._block(event, block)
        return inks[at - block.first] if at - block.first < len(inks) else []

    def _of_event(self, event: Event) -> list[Block]:
        key = (event.number, event.lines[1])
        blocks = self._blocks.pop(key, None)
        if blocks is None:
            is_small = event.bytes[1] - event.bytes[0] <= _LARGEST and event.lines[1] - event.lines[0] <= _TALLEST
            blocks = blocks_of(self._reader.unfolded(event).lines) if is_small else []
        self._blocks[key] = blocks
        while len(self._blocks) > 2 * _KEPT:
            self._blocks.popitem(last=False)
        return blocks

    def _block(self, event: Event, block: Block) -> list[list[Ink]]:
        key = (event.lines[0] + block.first, block.last - block.first)
        inks = self._coloured.pop(key, None)
        if inks is None:
            lines = self._reader.unfolded(event).lines[block.first : min(block.last + 1, block.first + _BLOCK)]
            inks = coloured([untabbed(clean_line(line), [])[0] for line in lines], block.language)
        self._coloured[key] = inks
        while len(self._coloured) > _KEPT:
            self._coloured.popitem(last=False)
        return inks


def blocks_of(lines: Sequence[str]) -> list[Block]:
    """The blocks of code in the lines of an event: between fences, and hunks of diffs."""
    blocks: list[Block] = []
    opened: tuple[int, str, str] | None = None
    diff: int | None = None
    for at, line in enumerate(lines):
        fence = _FENCE.match(line)
        if opened is not None:
            first, mark, language = opened
            if fence is not None and fence[1].startswith(mark) and not fence[2]:
                if at > first + 1:
                    blocks.append(Block(first + 1, at - 1, _language(language, lines[first + 1])))
                opened = None
            continue
        if fence is not None:
            opened, diff = (at, fence[1], fence[2].lower()), None
        elif _HUNK.match(line) or (diff is None and _DIFF_HEAD.match(line) and _begins_diff(lines, at)):
            if diff is None:
                diff = at
                blocks.append(Block(at, at, "diff"))
            blocks[-1] = blocks[-1]._replace(last=at)
        elif diff is not None:
            if _IN_DIFF.match(line) or _DIFF_HEAD.match(line):
                blocks[-1] = blocks[-1]._replace(last=at)
            else:
                diff = None
    if opened is not None and opened[0] + 1 < len(lines):
        blocks.append(Block(opened[0] + 1, len(lines) - 1, _language(opened[2], lines[opened[0] + 1])))
    return blocks


def _begins_diff(lines: Sequence[str], at: int) -> bool:
    return any(_HUNK.match(line) for line in lines[at : at + 6])


def _language(named: str, first: str) -> str:
    """The language of a block: as it is named, else what its first line looks like."""
    if named in ("diff", "patch", "udiff") or (not named and (_HUNK.match(first) or _DIFF_HEAD.match(first))):
        return "diff"
    if named in ("json", "jsonl", "json5") or (not named and first.lstrip()[:1] in ("{", "[")):
        return "json"
    return named


def coloured(lines: Sequence[str], language: str) -> list[list[Ink]]:
    """The inks of each line of some code; none for a language that nobody knows."""
    from pygments.lexers import get_lexer_by_name  # only a trace with code needs it
    from pygments.util import ClassNotFound

    inks: list[list[Ink]] = [[] for _ in lines]
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False) if language else None
    except ClassNotFound:
        lexer = None
    if lexer is None:
        return inks
    line = column = 0
    for kind, words in lexer.get_tokens("\n".join(lines)):
        ink = _ink(str(kind))
        for number, part in enumerate(words.split("\n")):
            if number:
                line, column = line + 1, 0
            if part and ink and line < len(inks):
                inks[line].append((column, column + len(part), ink))
            column += len(part)
    return inks


_INKS = (
    ("Token.Comment", "faint"),
    ("Token.Keyword", "code_word"),
    ("Token.Operator.Word", "code_word"),
    ("Token.Literal.String", "code_string"),
    ("Token.Literal.Number", "code_number"),
    ("Token.Name.Function", "code_key"),
    ("Token.Name.Class", "code_key"),
    ("Token.Name.Tag", "code_key"),
    ("Token.Name.Decorator", "code_key"),
    ("Token.Name.Builtin", "code_number"),
)


def _ink(kind: str) -> str:
    return next((ink for begin, ink in _INKS if kind.startswith(begin)), "")


def _diff(text: str) -> list[Ink]:
    if not text:
        return []
    ink = {"+": "recovered", "-": "fatal", "@": "accent"}.get(text[0], "quiet" if _DIFF_HEAD.match(text) else "")
    if text.startswith(("+++ ", "--- ")):
        ink = "quiet bold"
    return [(0, len(text), ink)] if ink else []


def _json(text: str) -> list[Ink]:
    inks: list[Ink] = []
    for match in _JSON_TOKEN.finditer(text):
        is_string = match[0].startswith('"')
        inks.append((*match.span(), ("code_key" if match[1] else "code_string") if is_string else "code_number"))
    return inks
