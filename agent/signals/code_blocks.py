"""Code between fences in a text; a fence inside a Markdown fence is part of a manual, and no code of the run."""

import re
from typing import NamedTuple

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[ \t]*$", re.MULTILINE)
_PROSE = frozenset({"markdown", "md", "text", "txt", "plaintext", "log", "output", "console"})


class Block(NamedTuple):
    """A stretch of code in a text, without its fences."""

    start: int
    end: int
    language: str


def code_blocks(text: str) -> list[Block]:
    """The outermost fenced blocks that hold code."""
    if "```" not in text and "~~~" not in text:
        return []
    blocks: list[Block] = []
    open_fences: list[tuple[str, str, int]] = []
    for fence in _FENCE.finditer(text):
        marks, language = fence[1], fence[2].lower()
        if open_fences and not language and marks.startswith(open_fences[-1][0]):
            _, kind, start = open_fences.pop()
            if not open_fences and kind not in _PROSE:
                blocks.append(Block(start, max(start, fence.start() - 1), kind))
        elif not open_fences or open_fences[-1][1] in _PROSE:
            open_fences.append((marks, language, fence.end() + 1))
    if open_fences and open_fences[0][1] not in _PROSE:
        blocks.append(Block(open_fences[0][2], len(text), open_fences[0][1]))
    return blocks


def code_share(text: str) -> float:
    """How much of a text is code between fences."""
    return sum(block.end - block.start for block in code_blocks(text)) / max(1, len(text))
