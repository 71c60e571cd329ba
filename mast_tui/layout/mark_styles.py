"""How the marked stretches of a line look: evidence, and what a search found."""

from mast_tui.layout.line_marks import Marks


def mark_styles(marks: Marks, line: int, places: list[tuple[int, int]]) -> list[tuple[int, int, str]]:
    """How each marked stretch looks, in the order in which later ones cover earlier ones."""
    inks: list[tuple[int, int, str]] = []
    at = 0
    for piece in marks.at(line):
        for place in piece.places:
            if place[0] != line:
                continue
            start, end = places[at]
            at += 1
            own = piece.finding == marks.selected
            if not piece.stale:
                inks.append((start, end, "on_evidence/evidence bold" if own else "text underline"))
    inks.extend((start, end, "on_search/search underline") for start, end in places[at:])
    return sorted(inks, key=lambda ink: "underline" not in ink[2])
