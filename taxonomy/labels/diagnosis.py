"""Reads labels from a diagnosis: present and absent are labels, unclear and not assessed are missing."""

from dataclasses import dataclass
from typing import Any

from taxonomy.labels.label import BadLabels, Label, Said
from taxonomy.mast import UnknownMode, load
from taxonomy.versions import PAPER, Entry, numbering

DIAGNOSIS_SCHEMAS = ("mast-tui/diagnosis/1", "mast-tui/diagnosis/2")
_VERDICTS = {
    "present": Said.PRESENT,
    "absent": Said.ABSENT,
    "unclear": Said.MISSING,
    "not_assessed": Said.MISSING,
}


@dataclass(frozen=True, slots=True)
class DiagnosisLabels:
    """The labels of one diagnosis, with the names its analyst and its trace may go by."""

    file_name: str
    analyst: str
    trace: str
    path: str
    labels: tuple[Label, ...]


def read_diagnosis(document: dict[str, Any], path: str, file_name: str) -> DiagnosisLabels:
    """The labels of a diagnosis; raises `BadLabels` naming the mode that cannot be used."""
    made_by, trace, taxonomy = (_object(document, name, path) for name in ("made_by", "trace", "taxonomy"))
    version = taxonomy.get("version", load().version)
    if version != load().version:
        raise BadLabels(
            "The diagnosis uses another version of MAST.",
            f"{path} says {version}; labels here are read as {load().version}.",
            "Diagnose the trace again with this version of mast-tui.",
        )
    name = str(trace.get("sha256") or trace.get("path") or file_name)
    modes = document.get("modes")
    if not isinstance(modes, list) or not modes:
        raise BadLabels("The diagnosis has no modes.", f"{path} is cut or not whole.", "Save the diagnosis again.")
    return DiagnosisLabels(
        file_name=file_name,
        analyst=str(made_by.get("model") or made_by.get("analyst") or file_name),
        trace=name,
        path=str(trace.get("path") or ""),
        labels=tuple(
            _label(mode, name, file_name, f"{path} mode {number}")
            for number, mode in enumerate(modes, 1)
            if not (isinstance(mode, dict) and mode.get("own") is True)
        ),
    )


def _object(document: dict[str, Any], name: str, path: str) -> dict[str, Any]:
    value = document.get(name, {})
    if not isinstance(value, dict):
        raise BadLabels(
            f"The {name} of the diagnosis is not an object.", f"{path} is not as it was saved.", "Save it again."
        )
    return value


def _label(mode: Any, trace: str, annotator: str, place: str) -> Label:
    code = mode.get("code") if isinstance(mode, dict) else None
    verdict = mode.get("verdict") if isinstance(mode, dict) else None
    said = _VERDICTS.get(verdict) if isinstance(verdict, str) else None
    if said is None:
        raise BadLabels(
            f"{verdict!r} is no verdict.", f"It stands at {place}.", f"A verdict is one of {', '.join(_VERDICTS)}."
        )
    return Label(annotator, trace, _entry(str(code), place), said, place)


def _entry(code: str, place: str) -> Entry:
    try:
        entry = numbering(PAPER).entry(load().mode(code).code)
    except UnknownMode:
        entry = None
    if entry is None:
        raise BadLabels(
            f"{code} is no mode of MAST.", f"It stands at {place}.", "Use the codes of `mast-tui taxonomy`."
        )
    return entry
