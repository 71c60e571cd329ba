"""The coverage of one mode as a strip: a field for each chunk, from the first to the last."""

from collections.abc import Sequence
from itertools import groupby

from agent.diagnosis.document_parts import Cell
from agent.number_words import count
from agent.report.html_elements import Html, element
from agent.report.wording import listed

WIDTH, HEIGHT = 180, 12
STATES = {
    "judged": "judged",
    "undetermined": "no usable answer",
    "error": "failed",
    "skipped": "not reached",
    "not_assessed": "not assessed",
}


def coverage_strip(cells: Sequence[Cell]) -> Html:
    """The strip as SVG; chunks of one state in a row are one field."""
    states = [cell.state for cell in cells]
    step = WIDTH / max(1, len(states))
    fields = []
    at = 0
    for state, run in groupby(states):
        length = len(list(run))
        gap = 1 if length * step > 3 else 0
        fields.append(
            element(
                "rect", x=round(at * step, 2), y=0, width=round(length * step - gap, 2), height=HEIGHT, class_=state
            )
        )
        at += length
    cuts = [
        element("line", x1=round(n * step, 2), x2=round(n * step, 2), y1=0, y2=HEIGHT, class_="cut")
        for n in range(1, len(states))
        if step >= 4
    ]
    label = described(cells)
    return element(
        "svg",
        *fields,
        *cuts,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        role="img",
        aria_label=label,
        class_="strip",
    )


def described(cells: Sequence[Cell]) -> str:
    """The strip in words: `judged in 7 of 8 chunks, failed in 1`."""
    if not cells:
        return "no chunk"
    parts: list[str] = []
    for state, words in STATES.items():
        number = sum(cell.state == state for cell in cells)
        if number:
            parts.append(
                f"{words} in {number:,}" if parts else f"{words} in {number:,} of {count(len(cells), 'chunk')}"
            )
    return listed(parts)
