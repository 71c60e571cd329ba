"""What a summary takes from one diagnosis: its verdicts and findings, and where they are."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.diagnosis.editions import current
from agent.diagnosis.severity import gravity
from agent.errors import MastError, UnreadableTrace

LARGEST = 256 * 1024 * 1024
"""Bytes of a document; none is as long."""
INCOMPLETE = frozenset({"undetermined", "error", "skipped"})
TASK = 160

People = Callable[[dict[str, Any], str], dict[str, Any]]
"""What puts the decisions of people into the document of a file."""


@dataclass(frozen=True, slots=True)
class ToldFinding:
    """A finding that nobody rejected."""

    id: str
    failure: str
    """The code of its mode, or the kind of a plain mistake."""
    actor: str | None
    title: str
    severity: str
    line: int
    quote: str
    """The act that it quotes first."""


@dataclass(slots=True)
class ToldRun:
    """One diagnosis among many."""

    document: str
    path: str
    sha256: str
    run: str | None
    format: str
    analyst: str
    model: str | None
    version: str
    task: str
    outcome: str
    verdicts: dict[str, str]
    findings: tuple[ToldFinding, ...]
    root: str | None
    root_line: int | None
    is_complete: bool
    cost_usd: float | None
    labels: dict[str, str] = field(default_factory=dict)

    @property
    def task_key(self) -> str:
        """What tells its task from others; a run whose task nobody knows is a task of its own."""
        words = " ".join(self.task.split())
        if not words:
            return f"{self.sha256} {self.run or ''}"
        return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()

    def says(self, code: str, *, unclear_is_absent: bool = False) -> bool | None:
        """Whether a mode is present; None where the diagnosis cannot say."""
        verdict = self.verdicts.get(code)
        if verdict == "present":
            return True
        if verdict == "absent" or (verdict == "unclear" and unclear_is_absent):
            return False
        return None

    @property
    def gravity(self) -> tuple[int, ...]:
        """How bad it is: how many findings of each severity, the gravest first, then its outcome."""
        counts = [0, 0, 0, 0]
        for each in self.findings:
            counts[gravity(each.severity)] += 1  # type: ignore[arg-type]
        return (*counts, ("failure", "partial", "undetermined", "success").index(self.outcome) * -1)


def read_run(path: Path, folder: Path, people: People | None = None) -> ToldRun:
    """What a file tells, with what people decided of it; UnreadableTrace where it is no diagnosis."""
    name = str(path.relative_to(folder))
    try:
        if path.stat().st_size > LARGEST:
            raise UnreadableTrace("The file is no diagnosis.", f"{name} is too long for one.", "Take it away.")
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as fault:
        raise UnreadableTrace("The file cannot be read.", f"{name}: {_reason(fault)}.", "Take it away.") from None
    if not isinstance(value, dict):
        raise UnreadableTrace("The file is no diagnosis.", f"{name} is a list or a word.", "Take it away.")
    try:
        document = current(value, name)
        return _told(people(document, name) if people is not None else document, name)
    except MastError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise UnreadableTrace("The diagnosis is damaged.", f"{name} lacks a part.", "Make it anew.") from None


def _reason(fault: BaseException) -> str:
    return fault.strerror or "it cannot be read" if isinstance(fault, OSError) else "it is no JSON"


def _told(value: Mapping[str, Any], name: str) -> ToldRun:
    trace, made, root = value["trace"], value["made_by"], value["root"] or {}
    findings = tuple(_finding(each) for each in value["findings"] if each["decision"] != "rejected")
    standing, named = {each.failure for each in findings}, {each["mode"] for each in value["findings"]}
    verdicts = {each["code"]: str(each["verdict"]) for each in value["modes"]}
    for each in value["modes"]:  # a mode whose every finding was rejected is present no more
        if each["verdict"] == "present" and each["code"] in named - standing:
            verdicts[each["code"]] = "absent"
    rooted = next((each for each in findings if each.id == root.get("finding")), None)
    outcome = str(value["outcome"]["verdict"])
    if outcome not in ("success", "partial", "failure", "undetermined"):
        raise ValueError(outcome)
    return ToldRun(
        document=name,
        path=str(trace["path"]),
        sha256=str(trace["sha256"]),
        run=_word(made["settings"].get("run")),
        format=str(trace["format"]),
        analyst=str(made["analyst"]),
        model=_word(made["model"]),
        version=f"{value['taxonomy']['name']}, {value['taxonomy']['version']}",
        task=" ".join(str(trace["task"] or "")[: 40 * TASK].split()),
        outcome=outcome,
        verdicts=verdicts,
        findings=findings,
        root=rooted.failure if rooted is not None else _word(root.get("cause")),
        root_line=int(root["line"]) if root else None,
        is_complete=not any(cell["state"] in INCOMPLETE for cell in value["coverage"]["cells"]),
        cost_usd=value["usage"]["cost_usd"],
    )


def _finding(each: Mapping[str, Any]) -> ToldFinding:
    quote = next((str(one["quote"]) for one in each["evidence"] if one.get("part") == "act"), "")
    severity = str(each["severity"])
    gravity(severity)  # type: ignore[arg-type]
    failure = each["mode"] or each.get("kind") or ""
    actor, title = _word(each["actor"]), str(each["title"])
    return ToldFinding(str(each["id"]), str(failure), actor, title, severity, int(each["onset"]), quote[:400])


def _word(value: object) -> str | None:
    return None if value is None else str(value)


Labels = Mapping[str, Mapping[str, str]]
"""What a person says of runs: by document, path, name or id, the columns of a row."""


def label(run: ToldRun, labels: Labels) -> None:
    """Take over what the labels say of a run."""
    names: tuple[Callable[[], str], ...] = (
        lambda: run.document,
        lambda: run.run or run.path,
        lambda: run.path,
        lambda: Path(run.path).name,
        lambda: Path(run.path).name.split(".")[0],
        lambda: run.sha256,
    )
    for name in names:
        own_labels = labels.get(name()) or labels.get(os.path.normpath(name()))
        if own_labels is not None:
            run.labels = dict(own_labels)
            return
