"""Counts many diagnoses: modes, categories beside the paper's, groups, and the runs with the worst first."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.clean import clean_name
from agent.errors import MastError, UnreadableTrace, WrongUse
from agent.summary.groups import Group, groups
from agent.summary.intervals import Interval, intervals
from agent.summary.told_run import TASK, Labels, People, ToldRun, label, read_run
from agent.trace.whole_file import read_whole
from taxonomy.mast import Taxonomy, load

OFFLINE = "offline"
"""Who never says that a mode is absent: over such diagnoses alone a share is always all of them, and no share."""
Share = tuple[int, int]
"""In how many runs, of how many that could say."""
COLUMNS: dict[str, Callable[[ToldRun], str]] = {
    "framework": lambda run: run.format,
    "model": lambda run: run.model or run.analyst,
    "task": lambda run: run.task[:TASK] or "(not known)",
    "outcome": lambda run: run.outcome,
}


@dataclass(frozen=True)
class Trouble:
    """A file that is no diagnosis that can be read."""

    document: str
    why: str


@dataclass(frozen=True)
class Summary:
    """What many diagnoses say together."""

    taxonomy: Taxonomy
    runs: tuple[ToldRun, ...]
    """The worst first; they are numbered in this order."""
    modes: dict[str, Share]
    intervals: dict[str, Interval | None]
    categories: dict[str, Share]
    occurrences: Counter[str]
    """How many findings there are of each mode and kind of plain mistake."""
    groups: tuple[Group, ...]
    troubles: tuple[Trouble, ...]
    warnings: tuple[str, ...]
    unclear_is_absent: bool = False

    def share_of_findings(self, category: str) -> float | None:
        """Percent of all findings of modes that are of a category: what the paper counts."""
        of = {mode.code: mode.category for mode in self.taxonomy.modes}
        whole = sum(number for code, number in self.occurrences.items() if code in of)
        part = sum(number for code, number in self.occurrences.items() if of.get(code) == category)
        return 100 * part / whole if whole else None

    def by(self, column: str) -> dict[str, tuple[int, dict[str, Share]]]:
        """For each value of a column: how many runs, and the share of each mode among them."""
        kinds: dict[str, list[ToldRun]] = {}
        for run in self.runs:
            kinds.setdefault(value_of(run, column), []).append(run)
        ordered = sorted(kinds.items(), key=lambda kind: (-len(kind[1]), kind[0]))
        return {name: (len(held), shares(held, self.taxonomy, self.unclear_is_absent)) for name, held in ordered}


def value_of(run: ToldRun, column: str) -> str:
    """What a run has in a column: one of ours, or one that a person labelled."""
    if column in COLUMNS:
        return COLUMNS[column](run)
    return run.labels.get(column) or "(none)"


def summarise(
    folder: Path, labels: Labels | None = None, *, unclear_is_absent: bool = False, people: People | None = None
) -> Summary:
    """The summary of all diagnoses in a folder and those below it, with what people decided where that is given."""
    runs, troubles = read(folder, people)
    taxonomy = load()
    for run in runs:
        label(run, labels or {})
    runs.sort(key=lambda run: (tuple(-each for each in run.gravity), run.path, run.run or "", run.document))
    return Summary(
        taxonomy=taxonomy,
        runs=tuple(runs),
        modes=shares(runs, taxonomy, unclear_is_absent),
        intervals=intervals(runs, taxonomy.codes, unclear_is_absent=unclear_is_absent)
        if unclear_is_absent or not all(run.analyst == OFFLINE for run in runs)
        else dict.fromkeys(taxonomy.codes),
        categories=_categories(runs, taxonomy, unclear_is_absent),
        occurrences=Counter(finding.failure for run in runs for finding in run.findings),
        groups=tuple(groups(runs)),
        troubles=tuple(troubles),
        warnings=tuple(_warnings(runs, taxonomy, unclear_is_absent)),
        unclear_is_absent=unclear_is_absent,
    )


def read(folder: Path, people: People | None = None) -> tuple[list[ToldRun], list[Trouble]]:
    """The diagnoses of a folder, and the files that are none."""
    if not folder.is_dir():
        raise UnreadableTrace("There is no such folder.", f"{clean_name(folder)} was given.", "Name a folder.")
    runs, troubles = [], []
    for path in sorted(folder.rglob("*.json")):
        if path.name.startswith(".") or path.is_dir():
            continue
        try:
            if path.exists() and not path.is_file():
                raise UnreadableTrace("It is no file.", f"{clean_name(path.name)} is a pipe or a device.", "Move it.")
            runs.append(read_run(path, folder, people))
        except MastError as fault:
            troubles.append(Trouble(str(path.relative_to(folder)), f"{fault.what} {fault.to}"))
    if not runs:
        what_is_there = f"{clean_name(folder)} holds {len(troubles)} JSON files, none of them a diagnosis."
        raise UnreadableTrace(
            "There is no diagnosis in this folder.", what_is_there, "Make some: mast-tui diagnose … -o DIR"
        )
    return runs, troubles


def read_labels(path: Path) -> dict[str, dict[str, str]]:
    """A CSV whose first column names runs: by document, path, name or id; the others say something of them."""
    if path.is_dir():
        what = f"{clean_name(path)} is a folder; the folder of diagnoses stands before the options."
        raise WrongUse("The labels cannot be read.", what, "Give a CSV: run,label,...")
    try:
        rows = list(csv.DictReader(io.StringIO(read_whole(path).decode("utf-8-sig"), newline="")))
    except (ValueError, csv.Error) as fault:
        raise WrongUse("The labels cannot be read.", f"{clean_name(path)}: {fault}.", "Give a CSV.") from None
    if not rows or len(rows[0]) < 2:
        raise WrongUse(
            "The labels say nothing.", f"{clean_name(path)} has no second column.", "Give a CSV: run,label,..."
        )
    return {row[next(iter(row))]: {key: str(value or "") for key, value in row.items() if key} for row in rows}


def shares(runs: Sequence[ToldRun], taxonomy: Taxonomy, unclear_is_absent: bool) -> dict[str, Share]:
    """In how many runs each mode is present, of how many that could say."""
    by_mode: dict[str, Share] = {}
    for code in taxonomy.codes:
        said = [run.says(code, unclear_is_absent=unclear_is_absent) for run in runs]
        by_mode[code] = sum(one is True for one in said), sum(one is not None for one in said)
    return by_mode


def _categories(runs: Sequence[ToldRun], taxonomy: Taxonomy, unclear_is_absent: bool) -> dict[str, Share]:
    """In how many runs any mode of a category is present, of how many that could say of it."""
    by_category: dict[str, Share] = {}
    for category in taxonomy.categories:
        codes = [mode.code for mode in taxonomy.modes if mode.category == category.code]
        present = could_say = 0
        for run in runs:
            said = [run.says(code, unclear_is_absent=unclear_is_absent) for code in codes]
            present += True in said
            could_say += True in said or None not in said
        by_category[category.code] = present, could_say
    return by_category


def _warnings(runs: Sequence[ToldRun], taxonomy: Taxonomy, unclear_is_absent: bool) -> Iterator[str]:
    unclear = "counts as not present" if unclear_is_absent else "is left out"
    yield f"How it is counted: `unclear` {unclear}; `not assessed` is left out; what a reader rejected does not count."
    offline = sum(run.analyst == OFFLINE for run in runs)
    if offline:
        yield (
            f"{offline} of {len(runs)} diagnoses are by the offline analyst, which never says `absent`: "
            "a share of them is how often a fact was found, never how often a mode occurred."
        )
    twice = len(runs) - len({(run.sha256, run.run) for run in runs})
    if twice:
        yield f"{twice} diagnoses are of a run that has another one here; each counts."
    holes = sum(not run.is_complete for run in runs)
    if holes:
        yield f"{holes} of {len(runs)} diagnoses are incomplete: some chunks were not judged."
    for name, values in (
        ("analysts or models", {run.model or run.analyst for run in runs}),
        ("taxonomies", {run.version for run in runs}),
    ):
        if len(values) > 1:
            yield f"Different {name}: {', '.join(sorted(values))}. A difference may come from that."
    yield f"The paper's shares ({taxonomy.version}) are of failure occurrences, as `of findings` is; not of runs."
