"""Reads labels from a CSV with the columns trace, mode, label and, if it likes, annotator."""

import csv
import io
from collections.abc import Iterator

from taxonomy.labels.label import BadLabels, Label, said
from taxonomy.labels.modes import entry_of
from taxonomy.mast import mode_code
from taxonomy.versions import PAPER, Entry, Numbering

NEEDED = ("trace", "mode", "label")
ANNOTATOR = "annotator"
Row = tuple[int, list[str]]


def read_csv(text: str, path: str, annotator: str, modes: Numbering, notes: list[str]) -> list[Label]:
    """The labels of a CSV whose modes are written in this numbering; raises `BadLabels` naming the row."""
    rows = [row for row in _rows(text, path) if any(cell.strip() for cell in row[1])]
    if not rows:
        raise _bad("The file holds no labels.", f"{path} is empty.")
    columns = _columns(rows[0], path)
    for row in rows[1:]:
        _check_length(row, len(rows[0][1]), path)
    texts = {row[1][columns["mode"]].strip() for row in rows[1:]}
    entries: dict[str, Entry] = {}
    labels = []
    for row in rows[1:]:
        mode = row[1][columns["mode"]].strip()
        if not mode:
            raise _bad("A label names no mode.", f"It stands at {path} row {row[0]}.", "Fill in the column mode.")
        if mode not in entries:
            entries[mode] = entry_of(mode, modes, f"{path} row {row[0]}", texts)
        labels.append(_label(row, columns, path, annotator, entries[mode]))
    if not labels:
        raise _bad("The file holds no labels.", f"{path} has a header and nothing below it.")
    if modes.name == PAPER and any(not text.casefold().startswith("fm") and _is_swapped(text) for text in texts):
        notes.append(
            f"{path} uses 3.2 and 3.3 without saying whose: they are read as the paper's FM-3.2 (no or incomplete "
            "verification) and FM-3.3 (incorrect verification); other sources swap the two (see --numbering)."
        )
    return labels


def _is_swapped(text: str) -> bool:
    return mode_code(text) in ("FM-3.2", "FM-3.3")


def _rows(text: str, path: str) -> Iterator[Row]:
    """The rows with the number of the line on which each begins."""
    head = text.split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    begins = 1
    try:
        for row in reader:
            yield begins, row
            begins = reader.line_num + 1
    except csv.Error as error:
        raise _bad(f"The CSV cannot be read: {error}.", f"The trouble is at {path} row {begins}.") from None


def _columns(header: Row, path: str) -> dict[str, int]:
    names = [name.strip().casefold() for name in header[1]]
    columns = {name: names.index(name) for name in (*NEEDED, ANNOTATOR) if name in names}
    missing = [name for name in NEEDED if name not in columns]
    twice = [name for name in columns if names.count(name) > 1]
    if missing:
        raise _bad(
            f"The CSV has no column {' and no column '.join(missing)}.", f"Its header is {path} row {header[0]}."
        )
    if twice:
        raise _bad(f"The CSV has two columns called {twice[0]}.", f"Its header is {path} row {header[0]}.")
    return columns


def _check_length(row: Row, wanted: int, path: str) -> None:
    number, cells = row
    if len(cells) != wanted:
        raise _bad(
            f"The CSV is ragged: a row has {len(cells)} {'cell' if len(cells) == 1 else 'cells'}, the header {wanted}.",
            f"It is {path} row {number}.",
            "Give each row one cell per column, and quote cells that hold a comma.",
        )


def _label(row: Row, columns: dict[str, int], path: str, annotator: str, entry: Entry) -> Label:
    number, cells = row
    place = f"{path} row {number}"
    word = said(cells[columns["label"]])
    if word is None:
        raise _bad(
            f'"{cells[columns["label"]].strip()}" is no label.',
            f"It stands at {place}.",
            "Write true, yes, 1 or present; false, no, 0 or absent; unclear; or leave it blank.",
        )
    trace = cells[columns["trace"]].strip()
    who = cells[columns[ANNOTATOR]].strip() if ANNOTATOR in columns else annotator
    for name, value in (("trace", trace), (ANNOTATOR, who)):
        if not value:
            raise _bad(f"A label names no {name}.", f"It stands at {place}.", f"Fill in the column {name}.")
    return Label(who, trace, entry, word, place)


def _bad(what: str, where: str, next_step: str = "") -> BadLabels:
    return BadLabels(
        what, where, next_step or "Write a header `trace,mode,label` (or with `,annotator`) and a row per label."
    )
