"""What to show of an event: one line that tells most, and a short name for what the event is about."""

import re
from collections.abc import Container

QUOTE = 300
_WORD = re.compile(r"[^\W\d_]{2,}")
_OBJECT = re.compile(
    r"(?:https?://|\.{0,2}/)?[\w.-]+(?:/[\w.-]+)+|\b[\w-]+\.(?:py|js|ts|md|txt|json|csv|html|java|go|rs|c|h)\b"
)
_ENOUGH = 6


def telling_line(text: str, shared: Container[str] | None = None) -> str:
    """The first line with enough words in it, else the one with most; of lines in `shared` if it is given."""
    best, most = "", -1
    for line in text.split("\n"):
        words = 0 if line.lstrip().startswith("```") else len(_WORD.findall(line, 0, 2 * QUOTE))
        if words > most and (shared is None or line in shared):
            best, most = line, words
        if most >= _ENOUGH:
            break
    return best.strip()[:QUOTE].rstrip()


def line_with(text: str, at: int) -> str:
    """The line that holds the character at an offset, cut around it if it is long."""
    first = text.rfind("\n", 0, at) + 1
    last = text.find("\n", at)
    last = len(text) if last < 0 else last
    if last - first > QUOTE:
        first = max(first, at - QUOTE // 3)
        last = min(last, first + QUOTE)
    return text[first:last].strip()


def topic_of(text: str, tool: str | None = None) -> str:
    """The file or address a text is about, else its first words; with the tool's name if there is one."""
    found = _OBJECT.search(text, 0, 4000)
    about = found[0] if found else " ".join(_WORD.findall(text[:200])[:6])
    return f"{tool}: {about}".lower()[:80] if tool else about.lower()[:80]


def times(count: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
