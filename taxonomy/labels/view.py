"""The labels of a table as truth values, ready to be compared: per cell, per pair of annotators, per trace."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import combinations

from taxonomy import agreement
from taxonomy.labels.label import LabelTable, Said


class Blanks(StrEnum):
    """What a cell counts as that an annotator left empty; Krippendorff's alpha always takes it as missing."""

    ABSENT = "absent"  # nobody marks what is not there: how the sheets were filled in
    MISSING = "missing"  # no judgement


class View:
    """A table of labels with True for present, False for absent and None for what is missing."""

    def __init__(self, table: LabelTable, blanks: Blanks) -> None:
        self.table = table
        self.blanks = blanks
        self.annotators = tuple(table.annotators)
        words: Mapping[Said, bool | None] = {
            Said.PRESENT: True,
            Said.ABSENT: False,
            Said.BLANK: False if blanks is Blanks.ABSENT else None,
            Said.MISSING: None,
        }
        self.rows = self._rows(words)
        self.rows_for_alpha = self._rows({**words, Said.BLANK: None})

    def _rows(self, words: Mapping[Said, bool | None]) -> list[list[bool | None]]:
        """Each cell's labels in the order of the annotators."""
        return [
            [words[labels[name].said] if name in labels else None for name in self.annotators]
            for labels in self.table.cells.values()
        ]

    def complete(self) -> list[list[bool]]:
        """The cells that every annotator labelled; none if there is nobody to compare with."""
        whole = ([value for value in row if value is not None] for row in self.rows)
        return [row for row in whole if len(row) == len(self.annotators) > 1]

    def pairs(self) -> dict[str, list[tuple[bool, bool]]]:
        """For each pair of annotators, the cells that both labelled."""
        pairs: dict[str, list[tuple[bool, bool]]] = {}
        for a, b in combinations(range(len(self.annotators)), 2):
            name = f"{self.annotators[a]}-{self.annotators[b]}"
            pairs[f"{name} ({a + 1} and {b + 1})" if name in pairs else name] = _both(self.rows, a, b)
        return pairs

    def present(self) -> dict[str, int]:
        """How many cells each annotator marked."""
        marked = [sum(row[at] is True for row in self.rows) for at in range(len(self.annotators))]
        return dict(zip(self.annotators, marked, strict=True))

    def alone(self) -> int:
        """How many cells only one annotator labelled."""
        return sum(sum(value is not None for value in row) == 1 for row in self.rows)

    def tables_by_trace(self) -> list[list[agreement.Table]]:
        """For each trace, the four counts of each pair."""
        by_trace: dict[str, list[list[bool | None]]] = {}
        for (trace, _), row in zip(self.table.cells, self.rows, strict=True):
            by_trace.setdefault(trace, []).append(row)
        places = list(combinations(range(len(self.annotators)), 2))
        return [[agreement.table(_both(rows, a, b)) for a, b in places] for rows in by_trace.values()]

    def by_mode(self) -> Iterator[tuple[str, "View"]]:
        """The part of the view that is about each mode."""
        for key in self.table.modes():
            yield key, View(self.table.of_mode(key), self.blanks)


def _both(rows: list[list[bool | None]], a: int, b: int) -> list[tuple[bool, bool]]:
    return [(x, y) for row in rows if (x := row[a]) is not None and (y := row[b]) is not None]
