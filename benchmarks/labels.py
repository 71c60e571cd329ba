"""The offline analyst against labels of people, mode by mode, beside baselines that never look at the trace."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.analyst.offline import OfflineAnalyst
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.trace.trace import Trace
from benchmarks.row import Row
from taxonomy.agreement import cohen_of, table
from taxonomy.mast import load
from taxonomy.versions import to_mast

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
CORPUS, LABELS = SHARED / "corpus", SHARED / "labels"
HEAD = """
## The offline analyst and the labels of people

Every labelled trace of the corpus, diagnosed with no model. "present" counts what the analyst calls present; the
baselines see only which framework a trace is of: *framework* says what most other labelled traces of that framework
say, *all* says yes to everything. Labels of other numberings are mapped by meaning. n is small and most labels are of
one reader: these figures show where the analyst is blind, not how good it is.

"""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One trace and what people said of it: mode to yes or no, as far as they said anything."""

    suite: str
    framework: str
    path: Path
    labels: dict[str, bool]


def run() -> list[Row]:
    """No ratio: the page has a section of its own."""
    return []


def section() -> str:
    """The tables, one for each set of labels."""
    if not LABELS.is_dir():
        return ""
    suites: dict[str, list[Labelled]] = defaultdict(list)
    for one in (*_notes(), *_readers(), *_annotators(), *_decisive()):
        suites[one.suite].append(one)
    return HEAD + "\n".join(_table(suite, traces) for suite, traces in suites.items())


def _table(suite: str, traces: list[Labelled]) -> str:
    said = [asyncio.run(_present(one.path)) for one in traces]
    rows = [
        f"### {suite}: {len(traces)} traces\n",
        "| mode | yes / n | right, false, missed | precision | recall | F1 | kappa | framework: kappa | all: F1 |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for mode in load().codes:
        cells = [(at, one.labels[mode]) for at, one in enumerate(traces) if mode in one.labels]
        if not cells:
            continue
        truth = [label for _, label in cells]
        ours = [mode in said[at] for at, _ in cells]
        blind = [_framework_says(traces, at, mode) for at, _ in cells]
        rows.append(_row(mode, truth, ours, blind))
    return "\n".join(rows) + "\n"


def _row(mode: str, truth: list[bool], ours: list[bool], blind: list[bool]) -> str:
    right = sum(a and b for a, b in zip(truth, ours, strict=True))
    false, missed = sum(ours) - right, sum(truth) - right
    precision = f"{right / (right + false):.2f}" if right + false else "-"
    recall = f"{right / (right + missed):.2f}" if right + missed else "-"
    everything = f"{2 * sum(truth) / (sum(truth) + len(truth)):.2f}"
    f1 = f"{2 * right / (2 * right + false + missed):.2f}" if right + false + missed else "-"
    return (
        f"| {mode} | {sum(truth)} / {len(truth)} | {right}, {false}, {missed} | {precision} | {recall} | {f1} | "
        f"{_kappa(truth, ours)} | {_kappa(truth, blind)} | {everything} |"
    )


def _kappa(truth: list[bool], said: list[bool]) -> str:
    value = cohen_of(table(zip(truth, said, strict=True)))
    return "-" if value is None else f"{value:.2f}"


def _framework_says(traces: list[Labelled], at: int, mode: str) -> bool:
    """What most other traces of the same framework are labelled with."""
    others = [
        one.labels[mode]
        for number, one in enumerate(traces)
        if number != at and one.framework == traces[at].framework and mode in one.labels
    ]
    return sum(others) * 2 > len(others)


async def _present(path: Path) -> set[str]:
    trace = Trace.open(path)
    try:
        async for progress in diagnose(trace, OfflineAnalyst()):
            if isinstance(progress, Done):
                return {mode.code for mode in progress.diagnosis.modes if mode.verdict == "present"}
    finally:
        trace.close()
    raise AssertionError("a diagnosis ends with Done")


def _notes() -> Iterator[Labelled]:
    """The yes and no that MAST's authors put into their own files, in the words of their first notes."""
    for path in sorted(CORPUS.rglob("*_human.json")):
        options = json.loads(path.read_text())["note"]["options"]
        labels = _mapped(options.items(), "notes", lambda value: str(value).lower() == "yes")
        yield Labelled("notes inside human-annotated traces", path.relative_to(CORPUS).parts[0], path, labels)


def _readers() -> Iterator[Labelled]:
    """Traces read by one person, in the numbering of the definitions file."""
    for one in json.loads((LABELS / "expert_labels.json").read_text())["records"]:
        labels = _mapped(one["labels"].items(), "definitions", lambda value: bool(value["label"]))
        yield Labelled("one reader", one["framework"], CORPUS / one["corpus_path"], labels)


def _annotators() -> Iterator[Labelled]:
    """The majority of three annotators, for the traces that are in the corpus."""
    by_hash = {one["sha256"]: one["path"] for one in json.loads((CORPUS / "manifest.json").read_text())["files"]}
    for one in json.loads((LABELS / "mad_human14.json").read_text())["records"]:
        if one["trace_sha256"] in by_hash:
            labels = _mapped(one["majority"].items(), "definitions", lambda value: value)
            yield Labelled("majority of three", one["framework"], CORPUS / by_hash[one["trace_sha256"]], labels)


def _decisive() -> Iterator[Labelled]:
    """Who&When: the one mode of the decisive error, where it is any."""
    for one in json.loads((LABELS / "whoandwhen_mast.json").read_text())["records"]:
        primary = one["mast_primary"]
        mode = to_mast("definitions", primary).mode if primary else None
        labels = {code: code == mode for code in load().codes}
        yield Labelled("Who&When, decisive error only", one["subset"], CORPUS / one["corpus_path"], labels)


def _mapped(entries: Any, numbering: str, truth: Callable[[Any], bool | None]) -> dict[str, bool]:
    labels: dict[str, bool] = {}
    for name, value in entries:
        mode = to_mast(numbering, name).mode
        said = truth(value)
        if mode is not None and said is not None:
            labels[mode] = labels.get(mode, False) or said
    return labels
