"""A conversation as Markdown, for a report or the clipboard: questions, answers, and the lines they rest on."""

import re
from collections.abc import Iterator, Sequence

from agent.chat.citations import code_span, plain
from agent.chat.turn import Turn
from agent.clean import clean_line
from agent.number_words import line_range

TITLE = "## Questions and answers"
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*$")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-{2,})\s*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_CALLS = re.compile(r"(?P<code>`+[^`]*`+)|([@#])(?=\w)")
_JOINER = "\u2060"


def as_markdown(turns: Sequence[Turn]) -> str:
    """Every turn in order; nothing in it can be followed, and every quote stands with its lines."""
    parts = [TITLE, *(part for turn in turns for part in _turn(turn))]
    return "\n\n".join(parts) + "\n" if turns else ""


def _turn(turn: Turn) -> Iterator[str]:
    about = f" ({turn.about})" if turn.about else ""
    yield f"### {plain(turn.question)}{about}"
    yield contained(turn.answer)
    rows = [
        f"- {line_range(*one.lines)}: {code_span(clean_line(one.quote))}" for one in turn.citations if one.quote.strip()
    ]
    if rows:
        yield "\n".join(rows)
    for proposal in turn.proposals:
        yield f"Proposed: {plain(proposal.text)}."
    if turn.unverified:
        yield "\n".join(["Not verified:", "", *(f"- {plain(sentence)}" for sentence in turn.unverified)])
    who = f"the model {code_span(turn.model)}" if turn.model else "the offline analyst"
    yield f"Answered by {who}{f'; {turn.verdict}' if turn.verdict else ''}."


def contained(answer: str) -> str:
    """An answer inside a page of ours: its headings are bold, its blocks of code end, nobody is called by name."""
    rows: list[str] = []
    fence = ""
    for row in answer.split("\n"):
        mark = _FENCE.match(row)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not row.strip().strip(fence[0]):
            fence = ""
        elif not fence:
            row = _plain_row(row)
        rows.append(row)
    return "\n".join([*rows, fence] if fence else rows)


def _plain_row(row: str) -> str:
    if heading := _HEADING.match(row):
        row = f"**{heading[1]}**" if heading[1] else ""
    elif _UNDERLINE.match(row):
        row = "\\" + row.strip()
    return _CALLS.sub(lambda call: call["code"] or f"{call[2]}{_JOINER}", row)
