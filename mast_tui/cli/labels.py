"""`mast-tui labels export`: what was accepted, rejected and edited in the app, as labels that other commands read."""

import csv
import getpass
import io
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from agent.diagnosis.document import from_dict
from agent.errors import WrongUse
from agent.evaluation.people import PersonsLabel, labels_of
from mast_tui.cli.output import narrate, write, write_json
from mast_tui.state.kept_review import decided
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.store import open_store
from taxonomy.versions import PAPER

COLUMNS = ("trace", "mode", "label", "annotator", "line", "actor", "path", "note")


def add_arguments(parser: ArgumentParser) -> None:
    """What to do, and in which form."""
    parser.add_argument("action", metavar="export", choices=["export"], help="write the labels to stdout")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="a CSV with trace,mode,label,annotator,line,... (the default)")
    form.add_argument("--json", action="store_true", help="an annotation sheet, as `agreement` and `evaluate` read it")
    parser.add_argument("--annotator", metavar="NAME", help="who decided (default: your name on this machine)")


def run(options: Namespace) -> int:
    """Gather the decisions of the state folder and write them."""
    labels = _labels()
    who = options.annotator or _name()
    if not who.strip():
        raise WrongUse("The annotator has no name.", "--annotator is empty.", "Give a name.")
    if options.json:
        write_json(sheet(labels, who))
    else:
        write(table(labels, who).rstrip("\n"))
    narrate(f"{len(labels)} labels of {len({one.trace for one in labels})} traces.")
    return 0


def _labels() -> list[PersonsLabel]:
    memory = open_store(usable_state_folder())
    try:
        labels: list[PersonsLabel] = []
        for sha256 in memory.decided_traces():
            document = memory.diagnosis(sha256)
            if document is not None:
                labels += labels_of(decided(memory, sha256, from_dict(document))[0])
        return labels
    finally:
        memory.close()


def table(labels: Sequence[PersonsLabel], who: str) -> str:
    """The labels as CSV."""
    text = io.StringIO(newline="")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for one in labels:
        said = int(one.label)
        rows.writerow((one.trace, one.mode, said, who, one.line, one.actor or "", one.path, one.note or ""))
    return text.getvalue()


def sheet(labels: Sequence[PersonsLabel], who: str) -> dict[str, object]:
    """The labels as an annotation sheet."""
    return {
        "taxonomy": PAPER,
        "cells": [
            {
                "annotator": who,
                "trace": one.trace,
                "code": one.mode,
                "value": one.label,
                "line": one.line,
                "actor": one.actor,
                "path": one.path,
                "note": one.note,
            }
            for one in labels
        ],
    }


def _name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "me"
