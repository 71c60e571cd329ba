"""What is copied from a trace: its own lines and nothing of ours, with a word on what was folded or left out."""

from typing import NamedTuple

from agent.number_words import count, line_range
from mast_tui.layout.trace_rows import Place, TraceRows

MOST = 50_000


class Copied(NamedTuple):
    """Lines as the trace has them, and what to say of them."""

    text: str
    words: str


def copied(rows: TraceRows, place: Place, selected: tuple[int, int] | None) -> Copied:
    """The lines selected, else the line or the fold under the cursor."""
    first, last = sorted(selected or (place.line, place.line))
    fold = rows.folds.at(last) if rows.shown is None else None
    if fold is not None and (selected is None or fold.first >= first):
        last = max(last, fold.last)
    asked, last = last, min(last, first + MOST - 1)
    said = [f"{line_range(first, last)} copied"]
    wanted = [number for number in range(first, last + 1) if rows.shows(number)]
    if rows.shown is None:
        if folded := rows.folds.between(first, last):
            said.append(f"{count(folded, 'folded line')} among them")
    elif len(wanted) < last - first + 1:
        said.append(f"without {count(last - first + 1 - len(wanted), 'line')} that the filter hides")
    if asked > last:
        said.append(f"the first {MOST:,} of {asked - first + 1:,}")
    return Copied("\n".join(rows.reader.whole(number) for number in wanted), ", ".join(said) + ".")
