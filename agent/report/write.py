"""Writes a report where a person asked for it: whole or not at all, never over the trace."""

import os
import tempfile
from pathlib import Path

from agent.diagnosis.document import to_json
from agent.diagnosis.shapes import Diagnosis
from agent.errors import MastError, WrongUse
from agent.report.markdown import markdown

FORMATS = {".json": to_json, ".md": markdown}


def check_target(path: Path, trace: Path) -> None:
    """Refuse a place that no report may be written to, before any work is done."""
    if path.suffix.lower() not in FORMATS:
        known = ", ".join(FORMATS)
        raise WrongUse("No report has this suffix.", f"-o {path} was given.", f"Use one of: {known}.")
    if path.is_dir():
        raise WrongUse("A report cannot be written over a folder.", f"{path} is one.", "Name a file in it.")
    if path.exists() and trace.exists() and path.samefile(trace):
        raise WrongUse("A report is never written over its trace.", f"{path} is the trace.", "Name another file.")
    if path.is_symlink() and path.resolve().parent != path.parent.resolve():
        raise WrongUse("The report would leave its folder.", f"{path} is a link to another one.", "Name a file.")


def write_report(diagnosis: Diagnosis, path: Path) -> None:
    """Write the report that the suffix names; an older one stays whole until the new one is."""
    text = FORMATS[path.suffix.lower()](diagnosis)
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as fault:
        raise MastError(
            "The report cannot be written.", f"{path}: {fault.strerror}.", "Choose another place; nothing was changed."
        ) from None
