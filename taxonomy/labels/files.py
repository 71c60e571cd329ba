"""Reads the files that hold labels, whatever their kind, into labels of named annotators."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from taxonomy.labels.diagnosis import DIAGNOSIS_SCHEMAS, DiagnosisLabels, read_diagnosis
from taxonomy.labels.label import BadLabels, Label, distinct_names
from taxonomy.labels.sheet import read_sheet
from taxonomy.labels.table_file import read_csv
from taxonomy.versions import PAPER, Numbering, numbering


@dataclass(frozen=True, slots=True)
class LabelFiles:
    """All labels of some files, and what a person should know about how they were read."""

    labels: tuple[Label, ...]
    notes: tuple[str, ...]


def read_labels(paths: Sequence[Path], csv_numbering: str = PAPER) -> LabelFiles:
    """Read every label of these files; raises `BadLabels` naming the row, or OSError for a file that is not there.

    A file that names its annotators keeps their names: the same name in two files is the same person. A CSV without
    annotators is one annotator, called after the file; so is a diagnosis where its analyst labelled the trace twice.
    """
    modes = numbering(csv_numbering)
    own = distinct_names([path.stem for path in paths], [str(path) for path in paths])
    labels: list[Label] = []
    notes: list[str] = []
    diagnoses: list[DiagnosisLabels] = []
    for path, name in zip(paths, own, strict=True):
        if "\0" in str(path) or (path.exists() and not path.is_file()):
            raise BadLabels("The labels cannot be read.", f"{path} is no file.", "Name a file.")
        text = decode(path.read_bytes(), str(path))
        document = _document(text, str(path))
        if document is None:
            labels += read_csv(text, str(path), name, modes, notes)
        elif document.get("schema") in DIAGNOSIS_SCHEMAS:
            diagnoses.append(read_diagnosis(document, str(path), name))
        else:
            labels += read_sheet(document, str(path), notes)
    labels = [*_named_alike(labels, diagnoses), *_of_diagnoses(diagnoses)]
    return LabelFiles(tuple(labels), tuple(dict.fromkeys([*notes, *_cautions(labels)])))


def decode(data: bytes, path: str) -> str:
    """The text of a file, with or without a byte order mark."""
    coding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(coding)
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise BadLabels(
            "The labels are not UTF-8 text.",
            f"The first byte that is not stands at {path} row {row}.",
            "Save the file as UTF-8 and run it again.",
        ) from None


def _document(text: str, path: str) -> dict[str, Any] | None:
    """The JSON object in the file; None if the file is not JSON at all."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        row = getattr(error, "lineno", 1)
        raise BadLabels(
            "The labels look like JSON but are not valid.",
            f"Reading stopped at {path} row {row}.",
            "Save the file again from where it came, and run the command again.",
        ) from None
    if not isinstance(document, dict):
        raise BadLabels(
            "The JSON holds no labels that are known here.",
            f"{path} is a list, not an annotation sheet or a diagnosis.",
            "Give a sheet with `cells`, a diagnosis saved by mast-tui, or a CSV with trace, mode and label.",
        )
    return document


def _of_diagnoses(diagnoses: Sequence[DiagnosisLabels]) -> list[Label]:
    """The labels of diagnoses under their analyst's name, or under the files' where an analyst judged a trace twice."""
    judged = [(diagnosis.analyst, diagnosis.trace) for diagnosis in diagnoses]
    by_analyst = len(set(judged)) == len(judged)
    return [
        replace(label, annotator=diagnosis.analyst if by_analyst else diagnosis.file_name)
        for diagnosis in diagnoses
        for label in diagnosis.labels
    ]


def _named_alike(labels: Sequence[Label], diagnoses: Sequence[DiagnosisLabels]) -> list[Label]:
    """The labels with the traces that diagnoses judged under one name: a person writes a file name, we its sha256."""
    owners: dict[str, set[str]] = {}
    for diagnosis in diagnoses:
        path = PurePath(diagnosis.path)
        for name in (diagnosis.trace, diagnosis.path, path.name, path.stem):
            owners.setdefault(name.casefold(), set()).add(diagnosis.trace)
    known = {name: next(iter(traces)) for name, traces in owners.items() if name and len(traces) == 1}
    return [replace(label, trace=known.get(label.trace.casefold(), label.trace)) for label in labels]


def _cautions(labels: Iterable[Label]) -> list[str]:
    """What must be known about the numberings in which the labels are written."""
    used: dict[str, Numbering] = {}
    for label in labels:
        if label.entry.numbering not in used:
            try:
                used[label.entry.numbering] = numbering(label.entry.numbering)
            except LookupError:
                continue
    return [f"{name.name}: {name.caution}." for name in used.values() if name.caution]
