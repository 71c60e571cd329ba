"""A conversation as Markdown, for a report or the clipboard: questions, answers, and the lines they rest on."""

from collections.abc import Iterator, Sequence

from agent.chat.citations import code_span, plain
from agent.chat.ground import line_range
from agent.chat.turn import Turn
from agent.clean import clean_line

TITLE = "## Questions and answers"


def as_markdown(turns: Sequence[Turn]) -> str:
    """Every turn in order; nothing in it can be followed, and every quote stands with its lines."""
    parts = [TITLE, *(part for turn in turns for part in _turn(turn))]
    return "\n\n".join(parts) + "\n" if turns else ""


def _turn(turn: Turn) -> Iterator[str]:
    about = f" ({turn.about})" if turn.about else ""
    yield f"### {plain(turn.question)}{about}"
    yield turn.answer
    rows = [
        f"- {line_range(one.lines)}: {code_span(clean_line(one.quote))}" for one in turn.citations if one.quote.strip()
    ]
    if rows:
        yield "\n".join(rows)
    if turn.unverified:
        yield "\n".join(["Not verified:", "", *(f"- {plain(sentence)}" for sentence in turn.unverified)])
    who = f"the model {code_span(turn.model)}" if turn.model else "the offline analyst"
    yield f"Answered by {who}{f'; {turn.verdict}' if turn.verdict else ''}."
