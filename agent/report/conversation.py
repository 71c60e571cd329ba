"""The conversation about a trace on a page: the few forms of Markdown that answers have, as elements, nothing else."""

import re
from collections.abc import Iterator

from agent.report.html_elements import Html, element, joined

_SPANS = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?P=ticks)(?!`)|\*\*(?P<bold>.+?)\*\*|\\(?P<mark>[!-/:-@\[-`{-~])", re.DOTALL
)
_ITEM = re.compile(r"\s*(?:[-*]|\d+[.)])\s+")
_FENCE = re.compile(r"(`{3,})[^`]*$")


def conversation(markdown: str) -> Html:
    """Questions and answers as a section of the page; nothing where nothing was asked."""
    if not markdown.strip():
        return joined()
    return element("section", *map(_block, _blocks(markdown)), class_="chat")


def _blocks(markdown: str) -> Iterator[str]:
    """What blank lines part; a block of code holds its own."""
    held: list[str] = []
    fence = ""
    for row in markdown.split("\n"):
        mark = _FENCE.match(row)
        if not fence and (mark or not row.strip()):
            yield from _told(held)
            held = []
            fence = mark[1] if mark else ""
        held += [row] if row.strip() or fence else []
        if fence and len(held) > 1 and row.strip() == fence:
            yield from _told(held)
            held, fence = [], ""
    yield from _told(held)


def _told(rows: list[str]) -> Iterator[str]:
    if rows:
        yield "\n".join(rows)


def _block(block: str) -> Html:
    """One heading, list, quote, block of code or paragraph."""
    rows = block.split("\n")
    if mark := _FENCE.match(rows[0]):
        return element("pre", "\n".join(rows[1:-1] if rows[-1].strip() == mark[1] else rows[1:]))
    if heading := re.match(r"(#{2,6})\s+(.*)", block, re.DOTALL):
        return element("h2" if len(heading[1]) == 2 else "h3", _spans(heading[2]))
    if all(row.lstrip().startswith(">") for row in rows):
        return element("blockquote", _spans("\n".join(row.lstrip()[1:].strip() for row in rows)))
    if _ITEM.match(rows[0]):
        return element("ul", *(element("li", _spans(item)) for item in _items(rows)))
    return element("p", _spans(block))


def _items(rows: list[str]) -> list[str]:
    """The items of a list, each with the rows that go on from it."""
    items: list[str] = []
    for row in rows:
        if (mark := _ITEM.match(row)) is not None or not items:
            items.append(row[mark.end() :] if mark else row)
        else:
            items[-1] += f"\n{row.strip()}"
    return items


def _spans(text: str) -> Html:
    """Words with code and bold in them; whatever else they look like, they are words."""
    parts: list[str] = []
    at = 0
    for span in _SPANS.finditer(text):
        parts.append(text[at : span.start()])
        if span["code"] is not None:
            parts.append(element("code", span["code"].strip(" ") or span["code"]))
        elif span["bold"] is not None:
            parts.append(element("b", _spans(span["bold"])))
        else:
            parts.append(span["mark"])
        at = span.end()
    return joined(*parts, text[at:])
