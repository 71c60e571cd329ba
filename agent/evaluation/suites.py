"""Reads suites of labelled traces, whatever their kind: label sheets, CSV, MAST's dataset, Who&When, TRAIL, AgentRx."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from agent.clean import clean_name
from agent.errors import MastError, UnreadableTrace
from agent.evaluation.known_runs import SUFFIX, KnownRun, read_known_runs
from agent.evaluation.label_suite import read_label_files
from agent.evaluation.truth import Spot, Suite, Truth, keys_of
from agent.trace.whole_file import read_whole
from taxonomy.labels.label import BadLabels
from taxonomy.mode import is_own
from taxonomy.versions import looks_like, to_mast

MOST_FILES = 5_000
OF_THE_JUDGE = "judge-prompt"
"""The numbering of the labels that a model gave in MAST's dataset; those of people name their modes in words."""


def read_suite(path: Path) -> Suite:
    """The suite of a file or a folder; UnreadableTrace where no labels are known in it."""
    if path.is_dir() and any(path.glob(f"*{SUFFIX}")):
        return Suite("known runs", _known(read_known_runs(path)))
    files = [path] if not path.is_dir() else sorted(path.rglob("*.json"))[:MOST_FILES]
    values = [(file, _json(file)) for file in files]
    for kind, fits, read in _KINDS:
        mine = [(file, value) for file, value in values if value is not None and fits(value)]
        if mine:
            return read(kind, mine)
    try:
        return read_label_files([path] if not path.is_dir() else sorted(path.glob("*.csv")))
    except BadLabels as bad:
        raise UnreadableTrace(bad.what, bad.where, bad.next_step) from None
    except OSError as fault:
        why = f"{clean_name(path)}: {fault.strerror}."
        raise UnreadableTrace("The labels cannot be read.", why, "Check the path.") from None


def _json(path: Path) -> Any:
    """What a JSON file holds, or all lines of one that has a value on each; None where it is neither."""
    with suppress(MastError, ValueError, RecursionError):
        text = read_whole(path).decode("utf-8-sig")
        try:
            return json.loads(text)
        except ValueError:
            return [json.loads(line) for line in text.split("\n") if line.strip()]
    return None


def _known(runs: Sequence[KnownRun]) -> tuple[Truth, ...]:
    """The truth about known runs; a mode of one's own that one of them shows is absent from the others."""
    from taxonomy.mast import load

    own = dict.fromkeys(run.mode for run in runs if run.mode and is_own(run.mode))
    return tuple(_of_known(run, (*load().codes, *own)) for run in runs)


def _of_known(run: KnownRun, codes: Sequence[str]) -> Truth:
    also = dict.fromkeys(run.also)
    modes = {code: code == run.mode if code not in also else None for code in codes}
    spots = tuple(Spot(run.mode, lines=place.lines, actor=run.actor) for place in run.act)
    return Truth(run.name, keys_of(run.trace, run.name), modes, spots, run.outcome, run.trace)


def _records(value: Any) -> list[dict[str, Any]]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]


def _is_who_and_when(value: Any) -> bool:
    return isinstance(value, dict) and "mistake_step" in value and "history" in value


def _who_and_when(kind: str, files: Sequence[tuple[Path, Any]]) -> Suite:
    """Steps are counted from 0 there, records from 1 here; equal means equal, never a part of the other's digits."""
    truths = []
    for path, value in files:
        step = _whole(value["mistake_step"])
        spot = Spot(step=None if step is None else step + 1, actor=str(value.get("mistake_agent") or "") or None)
        truths.append(Truth(path.stem, keys_of(path), {}, (spot,), "failure", path, decisive=True))
    return Suite(kind, tuple(truths), ("Every run of Who&When failed, so its outcome tells little.",))


def _is_trail(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("errors"), list) and "history" not in value


def _trail(kind: str, files: Sequence[tuple[Path, Any]]) -> Suite:
    truths = []
    for path, value in files:
        spots = tuple(
            Spot(category=str(one.get("category") or "") or None, span=str(one["location"]))
            for one in value["errors"]
            if isinstance(one, dict) and one.get("location")
        )
        truths.append(Truth(path.stem, keys_of(path, value.get("trace_id")), {}, spots))
    return Suite(kind, tuple(truths), ("TRAIL's categories are not MAST's: only spans are compared.",))


def _is_agentrx(value: Any) -> bool:
    return any("failures" in one and "trajectory_id" in one for one in _records(value)[:1])


def _agentrx(kind: str, files: Sequence[tuple[Path, Any]]) -> Suite:
    truths = []
    for _, value in files:
        for one in _records(value):
            root = one.get("root_cause") or {}
            wanted = str(root.get("failure_id", one.get("root_cause_failure_id")))
            for failure in one.get("failures", []):
                if str(failure.get("failure_id")) == wanted:
                    name = str(one["trajectory_id"])
                    spot = Spot(
                        category=failure.get("failure_category"),
                        step=_whole(failure.get("step_number")),
                        actor=failure.get("failed_agent") or None,
                    )
                    truths.append(Truth(name, keys_of(name), {}, (spot,), "failure", decisive=True))
    return Suite(kind, tuple(truths), ("AgentRx's categories are not MAST's: only step and agent are compared.",))


def _is_dataset(value: Any) -> bool:
    return any("mast_annotation" in one or "annotations" in one for one in _records(value)[:1])


def _dataset(kind: str, files: Sequence[tuple[Path, Any]]) -> Suite:
    """MAST's own dataset; a block of labels that stands beside several traces is doubtful beside each of them."""
    records = [one for _, value in files for one in _records(value)]
    blocks = Counter(_block(one) for one in records)
    truths, doubtful = [], 0
    for number, one in enumerate(records):
        shared = blocks[_block(one)] > 1 and any(_labels(one).values())
        doubtful += shared
        labels = {code: None if shared else label for code, label in _labels(one).items()}
        trace = one.get("trace")
        key = trace.get("key") if isinstance(trace, dict) else None
        name = "/".join(str(one[part]) for part in ("mas_name", "trace_id") if one.get(part) is not None) or str(number)
        truths.append(Truth(name, keys_of(name, key, _digest(trace)), labels))
    note = (
        f"{doubtful} of {len(records)} records share their block of labels with another trace: the file joins labels "
        "to the wrong traces there, so these count as disputed."
    )
    return Suite(kind, tuple(truths), (note,) if doubtful else ())


def _block(record: Mapping[str, Any]) -> str:
    return json.dumps(record.get("mast_annotation") or record.get("annotations"), sort_keys=True)


def _digest(trace: Any) -> str | None:
    import hashlib

    text = trace.get("trajectory") if isinstance(trace, dict) else trace
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() if isinstance(text, str) else None


def _labels(record: Mapping[str, Any]) -> dict[str, bool | None]:
    """The labels of a record by our codes: of several annotators the majority, None where they are even."""
    flat = record.get("mast_annotation")
    if isinstance(flat, dict):
        return _joined(OF_THE_JUDGE, {str(code): [bool(_whole(value))] for code, value in flat.items()})
    rows = [row for row in record.get("annotations") or [] if isinstance(row, dict)]
    votes = {
        " ".join(str(row.get("failure mode", "")).split()): [
            bool(said) for name, said in row.items() if name.startswith("annotator") and said is not None
        ]
        for row in rows
    }
    known = looks_like([text for text in votes if text])
    return _joined(known[0].name, votes) if known else {}


def _joined(name: str, rows: Mapping[str, list[bool]]) -> dict[str, bool | None]:
    votes: dict[str, list[bool]] = defaultdict(list)
    for text, said in rows.items():
        with suppress(LookupError, ValueError):
            if mode := to_mast(name, text).mode:
                votes[mode] += said
    return {
        mode: None if 2 * sum(said) == len(said) else 2 * sum(said) > len(said) for mode, said in votes.items() if said
    }


def _whole(value: Any) -> int | None:
    try:
        return int(str(value).strip())
    except ValueError:
        return None


_KINDS: tuple[tuple[str, Callable[[Any], bool], Callable[[str, Sequence[tuple[Path, Any]]], Suite]], ...] = (
    ("Who&When", _is_who_and_when, _who_and_when),
    ("TRAIL", _is_trail, _trail),
    ("AgentRx", _is_agentrx, _agentrx),
    ("MAST's dataset", _is_dataset, _dataset),
)
