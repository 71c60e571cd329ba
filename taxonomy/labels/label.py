"""What annotators said about traces: single labels, and the table in which they are compared."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from taxonomy.versions import Entry


class Said(Enum):
    """What one annotator said about one mode in one trace."""

    PRESENT = "present"
    ABSENT = "absent"
    BLANK = "blank"  # the cell is there and was left empty
    MISSING = "missing"  # no judgement was made: unclear, not assessed


_WORDS = {
    Said.PRESENT: ("true", "yes", "y", "t", "1", "1.0", "present", "x", "✓", "✔"),
    Said.ABSENT: ("false", "no", "n", "f", "0", "0.0", "absent"),
    Said.MISSING: ("unclear", "not_assessed", "not assessed", "cannot_tell", "?", "na", "n/a", "nan", "none", "null"),
    Said.BLANK: ("",),
}
_SAID = {word: said for said, words in _WORDS.items() for word in words}


def said(text: str) -> Said | None:
    """What a label written as text says, whatever its case; None if it says nothing we know."""
    return _SAID.get(text.strip().casefold())


class BadLabels(ValueError):
    """A file of labels cannot be used: what is wrong, at which row of which file, and what to do."""

    def __init__(self, what: str, where: str, next_step: str) -> None:
        super().__init__(f"{what} {where} {next_step}")
        self.what = what
        self.where = where
        self.next_step = next_step


@dataclass(frozen=True, slots=True)
class Label:
    """One annotator's word on one mode in one trace."""

    annotator: str
    trace: str
    entry: Entry
    """The mode, in the numbering in which it was labelled."""
    said: Said
    place: str
    """The file and row where it stands, for a person."""

    @property
    def cell(self) -> tuple[str, str]:
        """What is compared between annotators: the trace and the mode."""
        return self.trace, self.entry.key


@dataclass(slots=True)
class LabelTable:
    """All labels by cell and annotator; built by `tabulate`."""

    annotators: list[str]
    cells: dict[tuple[str, str], dict[str, Label]]
    entries: dict[str, dict[tuple[str, str], Entry]] = field(default_factory=dict)
    """For each mode key, the entries (by numbering and code) that were compared under it."""
    repeated: int = 0
    """How many labels were given twice, with the same word."""

    def traces(self) -> list[str]:
        """The traces, each once."""
        return list(dict.fromkeys(trace for trace, _ in self.cells))

    def modes(self) -> list[str]:
        """The mode keys: ours in order, then those without counterpart."""
        return sorted({key for _, key in self.cells}, key=lambda key: (not key.startswith("FM-"), natural_order(key)))

    def of_mode(self, key: str) -> "LabelTable":
        """The part of the table that is about one mode."""
        part = {cell: labels for cell, labels in self.cells.items() if cell[1] == key}
        return LabelTable(self.annotators, part, {key: self.entries[key]})

    def count(self, wanted: Said) -> int:
        """How many labels say this."""
        return sum(label.said is wanted for labels in self.cells.values() for label in labels.values())


def tabulate(labels: Iterable[Label]) -> LabelTable:
    """Put labels into one table; raises `BadLabels` if an annotator says two things about one cell.

    A label that is given twice counts once; a blank gives way to a word for the same cell.
    """
    table = LabelTable([], {})
    for label in labels:
        row = table.cells.setdefault(label.cell, {})
        before = row.get(label.annotator)
        table.entries.setdefault(label.entry.key, {})[label.entry.numbering, label.entry.title] = label.entry
        if before is None or before.said is Said.BLANK:
            table.repeated += before is not None
            row[label.annotator] = label
        elif label.said in (before.said, Said.BLANK):
            table.repeated += 1
        else:
            raise _conflict(before, label)
    names = {name for row in table.cells.values() for name in row}
    table.annotators = sorted(names, key=natural_order)
    table.cells = {cell: row for cell, row in table.cells.items() if not _empty(row)}
    return table


def _empty(row: dict[str, Label]) -> bool:
    return all(label.said is Said.MISSING for label in row.values())


def _conflict(before: Label, label: Label) -> BadLabels:
    return BadLabels(
        f"Annotator {label.annotator} says both {before.said.value} and {label.said.value} about the same mode.",
        f"It is {label.entry.title or label.entry.key} of trace {label.trace}, at {before.place} and {label.place}.",
        "Keep one of the two, or give them different annotators.",
    )


def natural_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key under which `2` comes before `10`."""
    parts: Iterator[str] = (part for part in re.split(r"([0-9]+)", name) if part)
    return tuple((0, int(part), "") if part.isdecimal() and part.isascii() else (1, 0, part) for part in parts)


def distinct_names(names: Sequence[str], longer: Sequence[str]) -> list[str]:
    """The names, each replaced by its longer form where two are the same."""
    often = Counter(names)
    return [long if often[short] > 1 else short for short, long in zip(names, longer, strict=True)]
