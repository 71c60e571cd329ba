"""Finds the code between fences; a fence inside a Markdown fence is part of a manual, and no code of the run."""

import re
from functools import lru_cache
from typing import NamedTuple

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[ \t]*$", re.MULTILINE)
_CODE_LINE = re.compile(
    r"^\s*(?:def|class|import|from|return|if|for|while|assert|else|elif|try|except|with|const|let|var|public|#include)\b"
    r"|[;{}]\s*$|^\s+\w.*[)\]:]\s*$|^\s*[\w.\[\]]+ = "
)
_LOOKED_AT = 8_000
_PROSE = frozenset({"markdown", "md", "text", "txt", "plaintext", "log", "output", "console"})


class Block(NamedTuple):
    """A stretch of code in a text, without its fences."""

    start: int
    end: int
    language: str


@lru_cache(maxsize=4)
def code_blocks(text: str) -> tuple[Block, ...]:
    """The outermost fenced blocks that hold code; the last few texts are remembered, several detectors ask."""
    if "```" not in text and "~~~" not in text:
        return ()
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
    return tuple(blocks)


def code_share(text: str) -> float:
    """How much of a text is code: what stands between fences, else the lines that look like code."""
    blocks = code_blocks(text)
    if blocks:
        return sum(block.end - block.start for block in blocks) / len(text)
    lines = [line for line in text[:_LOOKED_AT].split("\n") if line.strip()]
    return sum(_CODE_LINE.search(line) is not None for line in lines) / max(1, len(lines))
