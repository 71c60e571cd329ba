"""An answer in simple Markdown, as rows: paragraphs, lists, quotes and code; nothing in it is obeyed."""

import re

from agent.clean import Clean
from mast_tui.layout.row import AS_WRITTEN, Row, Span, row
from mast_tui.layout.width import wrapped

_LINK = re.compile(r"(?<![\w/.-])L\d[\d,]*\b(?:-L?\d[\d,]*\b)?(?! \(no such line\))")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_LIST = re.compile(r"\s*(?:[-*]|\d+\.)\s+")


def answer_rows(text: Clean, width: int) -> list[tuple[Row, int | None]]:
    """The rows of an answer, each with the first line it refers to; references are underlined."""
    rows: list[tuple[Row, int | None]] = []
    room, code = width - 4, False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            code = not code
            continue
        quote = line.startswith(">")
        words = line.lstrip("> ") if quote else line
        words = words if code else _ESCAPED.sub(r"\1", words.replace("**", "").lstrip("#").replace("`", ""))
        hang = len(match[0]) if (match := _LIST.match(words)) and not code else 0
        lead = "▏ " if quote else ""
        links = list(_LINK.finditer(words))
        for at, (start, end) in enumerate(wrapped(words, room - len(lead) - hang)):
            indent = " " * hang if at else ""
            ink = f"quiet {AS_WRITTEN}" if quote or code else "text bold" if line.startswith("#") else "text"
            link = next((one for one in links if start <= one.start() < end), None)
            number = int(re.sub(r"\D.*", "", link[0][1:].replace(",", ""))) if link else None
            rows.append(
                (row(("  ", "text"), (lead, "evidence_note"), indent, *_linked(words, start, end, links, ink)), number)
            )
    return rows


def _linked(words: str, start: int, end: int, links: list["re.Match[str]"], ink: str) -> list[Span]:
    """A stretch of words, with the links that stand in it underlined."""
    spans: list[Span] = []
    at = start
    for link in links:
        first, last = max(link.start(), start), min(link.end(), end)
        if first < last:
            spans += [Span(words[at:first], ink), Span(words[first:last], "accent underline")]
            at = last
    return [*spans, Span(words[at:end], ink)]
