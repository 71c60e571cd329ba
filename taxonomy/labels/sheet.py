"""Reads labels from an annotation sheet: JSON, a cell per annotator, trace and mode, in a numbering it declares."""

from typing import Any

from taxonomy.labels.label import BadLabels, Label, Said, said
from taxonomy.labels.modes import declared, entry_of, names_of_numberings
from taxonomy.mast import plain_name
from taxonomy.versions import Entry, Numbering

TRACE = ("framework_set", "hf_trace_id", "trace", "trace_id")
"""What tells one trace of a round from another, as far as a cell says it."""


def read_sheet(document: dict[str, Any], path: str, notes: list[str]) -> list[Label]:
    """The labels of a sheet, each mode in the numbering that the sheet declares; raises `BadLabels` naming the cell."""
    cells = document.get("cells")
    if not isinstance(cells, list) or not cells:
        raise BadLabels(
            "The JSON holds no labels that are known here.",
            f"{path} is neither an annotation sheet (a list of `cells`) nor a diagnosis.",
            "Give a sheet with `cells`, a diagnosis saved by mast-tui, or a CSV with trace, mode and label.",
        )
    head = document.get("taxonomy")
    head = head if isinstance(head, dict) else {"version": head}
    texts = {str(cell.get("code", "")) for cell in cells if isinstance(cell, dict)}
    known: dict[str, Numbering] = {}
    labels = []
    for number, cell in enumerate(cells, 1):
        place = f"{path} cell {number}"
        if not isinstance(cell, dict):
            raise _bad("A cell of the sheet is not an object.", place)
        version = str(cell.get("taxonomy") or head.get("version") or "")
        if version not in known:
            known[version] = _numbering(version, head, place, notes)
        entry = entry_of(_required(cell, "code", place), known[version], place, texts)
        _check_name(cell, entry, known[version], place)
        labels.append(Label(_required(cell, "annotator", place), _trace(cell, place), entry, _said(cell, place), place))
    return labels


def _numbering(version: str, head: dict[str, Any], place: str, notes: list[str]) -> Numbering:
    """The numbering that is declared; one we do not know is taken as it describes itself, and not mapped to ours."""
    numbering = declared(version)
    if numbering is not None:
        return numbering
    codes = head.get("codes")
    if not version or not isinstance(codes, dict):
        raise BadLabels(
            f"The sheet is in a numbering that is not known: {version}."
            if version
            else "The sheet names no numbering.",
            f"The first label without one is {place}.",
            f"Set `taxonomy` to one of {names_of_numberings()}, or list its modes under `taxonomy.codes`.",
        )
    notes.append(f"{version} is no numbering we know: its modes are compared under their own codes.")
    reason = "the numbering is not known"
    entries = (Entry(version, str(code), (str(name),), None, reason, None) for code, name in codes.items())
    return Numbering(version, version, (), "", tuple(entries))


def _check_name(cell: dict[str, Any], entry: Entry, numbering: Numbering, place: str) -> None:
    """Refuse a cell whose name belongs to another code: the labels are then in another numbering than declared."""
    name = cell.get("name")
    if not isinstance(name, str) or plain_name(name) in map(plain_name, entry.names):
        return
    other = numbering.entry(name)
    if other is not None and other is not entry:
        raise BadLabels(
            f"A cell says {cell['code']} {name}, but in {numbering.name} that name has the code {other.code}.",
            f"It is {place}; {entry.code} is {entry.names[0]} there.",
            f"Declare the numbering that the labels are in: one of {names_of_numberings()}.",
        )


def _trace(cell: dict[str, Any], place: str) -> str:
    parts = [str(cell[name]) for name in TRACE if cell.get(name) not in (None, "")]
    if not parts:
        raise _bad("A cell does not say which trace it is about.", place)
    return " · ".join(([f"round {cell['round']}"] if cell.get("round") not in (None, "") else []) + parts)


def _said(cell: dict[str, Any], place: str) -> Said:
    value = cell.get("value")
    word = Said.BLANK if value is None else said(str(value))
    if word is None or not isinstance(value, bool | int | float | str | None):
        raise _bad(f"{value!r} is no label.", place)
    return word


def _required(cell: dict[str, Any], name: str, place: str) -> str:
    value = str(cell.get(name, "") if cell.get(name) is not None else "").strip()
    if not value:
        raise _bad(f"A cell of the sheet has no {name}.", place)
    return value


def _bad(what: str, place: str) -> BadLabels:
    return BadLabels(
        what, f"It is {place}.", "A cell needs code, annotator, value (true, false or null) and the trace it is about."
    )
