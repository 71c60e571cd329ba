"""A line that is JSON, laid out in rows: every character stays as it is written, only blanks between tokens change."""

import json
import re
from itertools import pairwise
from typing import NamedTuple

_LONGEST = 64 * 1024
_DEEPEST = 60
_TOKEN = re.compile(r'(?P<blank>\s+)|(?P<string>"(?:[^"\\]|\\.)*")|(?P<sign>[{}\[\],:])|(?P<word>[^\s{}\[\],:"]+)')
_INDENT = 2
_INKS = {"string": "code_string", "sign": "quiet", "word": "code_number"}


class Token(NamedTuple):
    """Characters of the line from start to end, and how they look."""

    start: int
    end: int
    ink: str


class JsonRow(NamedTuple):
    """A row: how far it is set in, and its tokens; a blank stands behind a colon."""

    indent: int
    tokens: tuple[Token, ...]

    def laid_out(self, text: str, places: list[tuple[int, int, str]]) -> tuple[str, list[tuple[int, int, str]]]:
        """The words of the row, and where the marked places of the line lie in it, each with its ink."""
        parts, inks, at = [" " * self.indent], [], self.indent
        marked: list[tuple[int, int, str]] = []
        for token, after in pairwise((*self.tokens, None)):
            assert token is not None  # noqa: S101 - only the last of the pairs is none
            parts.append(text[token.start : token.end])
            inks.append((at, at + token.end - token.start, token.ink))
            for start, end, ink in places:
                low, high = max(start, token.start), min(end, token.end)
                if low < high:
                    marked.append((at + low - token.start, at + high - token.start, ink))
            at += token.end - token.start
            if text[token.start] == ":" and after is not None:
                parts.append(" ")
                at += 1
        return "".join(parts), inks + marked


def json_rows(text: str) -> list[JsonRow] | None:
    """The rows of a line that is a JSON object or a list; None where it is neither."""
    if len(text) > _LONGEST or text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return None
    rows: list[JsonRow] = []
    row: list[Token] = []
    depth = shown = 0
    tokens = _tokens(text)
    for at, token in enumerate(tokens):
        sign = text[token.start]
        after = text[tokens[at + 1].start] if at + 1 < len(tokens) else ""
        if sign in "}]":
            depth -= 1
            if not row:
                shown = depth
        row.append(token)
        if sign in "{[":
            depth += 1
        opens = sign in "{[" and after not in ("}", "]")
        if opens or sign == "," or (after in ("}", "]") and sign not in "{["):
            rows.append(JsonRow(_INDENT * min(shown, _DEEPEST), tuple(row)))
            row, shown = [], depth
    if row:
        rows.append(JsonRow(_INDENT * min(shown, _DEEPEST), tuple(row)))
    return rows


def _tokens(text: str) -> list[Token]:
    matches = [match for match in _TOKEN.finditer(text) if match.lastgroup != "blank"]
    tokens = []
    for at, match in enumerate(matches):
        is_key = match.lastgroup == "string" and at + 1 < len(matches) and matches[at + 1][0] == ":"
        ink = (
            "code_key"
            if is_key
            else {"string": "code_string", "sign": "quiet"}.get(match.lastgroup or "", "code_number")
        )
        tokens.append(Token(match.start(), match.end(), ink))
    return tokens
