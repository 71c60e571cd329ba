"""A chunk without the lines that speak to its reader, and what is judged otherwise once they are gone."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.analyst.analyst import Judgement
from agent.diagnosis.document_parts import Injection
from agent.injection.injections import suspicious

MASK = "(left out: words that speak to the reader of the trace)"
SAME = "Judged again without it, the same was found."
_ROW = re.compile(r"(  \. )?(\d+)\| ")


def masked(text: str, injections: Sequence[Injection]) -> str:
    """A rendered chunk in which the lines that speak to its reader say nothing; their numbers stay."""
    numbers = {line for one in injections for line in range(one.lines[0], one.lines[1] + 1)}
    places = {text.count("\n", 0, start) for start, _, _ in suspicious(text)}
    rows = text.split("\n")
    for at, row in enumerate(rows):
        found = _ROW.match(row)
        if at in places or (found is not None and int(found[2]) in numbers):
            rows[at] = f"{found[0] if found is not None else '  '}{MASK}"
    return "\n".join(rows)


def compared(first: Judgement, again: Judgement) -> Judgement:
    """A judgement with what is found only where nothing speaks to the judge, and in words what differs."""
    unjudged = [why for state, why in again.cells.values() if state != "judged"]
    if len(unjudged) == len(again.cells):
        return replace(first, masked=(f"It could not be judged again without it: {unjudged[0] if unjudged else ''}.",))
    before, after = {one.mode for one in first.claims}, {one.mode for one in again.claims}
    only = tuple(one for one in again.claims if one.mode not in before)
    said = [f"{mode} was found only without it." for mode in sorted(after - before)]
    said += [f"{mode} was found only with it." for mode in sorted(before - after)]
    cells = {code: again.cells[code] if code in after - before else cell for code, cell in first.cells.items()}
    return replace(first, claims=(*first.claims, *only), cells=cells, masked=tuple(said) or (SAME,))


def told(said: Iterable[str]) -> str:
    """What differed in all categories, each sentence once; that nothing did only where nothing did."""
    rows = list(dict.fromkeys(said))
    return " ".join(row for row in rows if row != SAME or len(rows) == 1)
