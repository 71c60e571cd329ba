"""`mast-tui diagnose PATH... -o DIR`: many runs, a document for each, resumable, within one budget."""

import asyncio
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from agent.analyst.choice import Choice, choose
from agent.clean import clean_name
from agent.errors import MastError, UnreadableTrace, WrongUse
from agent.many_diagnoses.document_files import stem_of
from agent.many_diagnoses.elsewhere import found_elsewhere, lies_elsewhere
from agent.many_diagnoses.orders import DiagnosedRun, Orders, Task
from agent.report.kinds import KINDS
from agent.run_table.candidates import Candidate, candidates, holds_several, listed
from agent.run_table.row_reader import is_diagnosis
from agent.salt import salt
from agent.trace.trace import Trace
from mast_tui.cli import consent
from mast_tui.cli.estimate import estimate
from mast_tui.cli.exits import exit_code_of_many
from mast_tui.cli.many_teller import ManyTeller
from mast_tui.cli.output import flush, narrate, visible, write, write_json, write_part
from mast_tui.cli.parser import whole_number
from mast_tui.cli.trace_argument import read_task
from mast_tui.state.kept_review import kept_quietly
from mast_tui.state.paths import usable_state_folder

if TYPE_CHECKING:
    from agent.many_diagnoses.crew import Crew
    from agent.many_diagnoses.ray_crew import RayCrew

MOST_PROCESSES = 64
OFFLINE = (
    "No key and no base URL is known, so the offline analyst works: it sees facts of structure, and not what was meant."
)


def add_arguments(parser: ArgumentParser) -> None:
    """How many runs at once, and a list of more of them."""
    parser.add_argument(
        "-0", dest="from_stdin", action="store_true", help="read more paths from stdin, each ended by a zero byte"
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=whole_number,
        help="of many runs, diagnose N at once (default: a process for each core; with a model, 8 runs)",
    )
    parser.add_argument(
        "--on",
        metavar="WHERE",
        help="spread many runs over a Ray cluster: ray, or ray://HOST:PORT (takes mast-tui[ray])",
    )
    parser.add_argument(
        "--batch", action="store_true", help="ask stage by stage through the provider's Batch API, for half the price"
    )
    parser.add_argument(
        "--batch-files", metavar="DIR", type=Path, help="write each stage as a file for an engine that reads such files"
    )


def are_many(options: Namespace) -> bool:
    """Whether a command line means many runs, and not one trace."""
    if (
        options.from_stdin
        or len(options.traces) > 1
        or any(path.is_dir() and _is_folder(path) for path in options.output)
    ):
        return True
    if options.run is not None:
        return False
    one = options.traces[0]
    if options.on is not None or lies_elsewhere(one):
        return True
    return holds_several(one) or (any(map(_is_folder, options.output)) and _has_runs(one, options))


def _has_runs(path: str, options: Namespace) -> bool:
    """Whether one file holds several runs; what cannot be read is told later."""
    try:
        with closing(Trace.open(path, format_name=options.format)) as trace:
            return len(trace.runs()) > 1
    except (MastError, OSError):
        return False


def run(options: Namespace) -> int:
    """Diagnose every run; 1 for a finding at the threshold, 3 where something is missing, 66 where nothing is read."""
    folder = _folder(options)
    files = _files(options)
    orders = asyncio.run(_orders(options, folder, files))
    folder.mkdir(parents=True, exist_ok=True)
    if options.batch or options.batch_files is not None:
        from mast_tui.cli import batch

        return batch.start(orders, files, options)
    in_flight = options.jobs or orders.settings.at_once if orders.asks_a_model else options.jobs or _cores()
    processes = max(1, min(_cores() if orders.asks_a_model else in_flight, in_flight, MOST_PROCESSES))
    if orders.asks_a_model:
        calls = max(orders.settings.at_once, in_flight)
        orders = replace(orders, in_flight=-(-in_flight // processes), calls_at_once=-(-calls // processes))
    crew = _crew(orders, processes, options)
    teller = ManyTeller(len(files), crew, limits=orders.settings.limits)
    code = _work(crew, teller, files, options)
    teller.end(folder)
    return code


def _crew(orders: Orders, processes: int, options: Namespace) -> "Crew | RayCrew":
    """Who does the work: processes of this machine, or actors of a cluster."""
    if options.on is not None:
        if options.on != "ray" and not options.on.startswith("ray://"):
            raise WrongUse("No such engine is known.", f"--on {clean_name(options.on)} was given.", "Use --on ray.")
        from agent.many_diagnoses.ray_crew import RayCrew

        return RayCrew(orders, options.on, options.jobs)
    from agent.many_diagnoses.crew import Crew  # loads all that a diagnosis takes

    return Crew(orders, processes)


def _work(crew: "Crew | RayCrew", teller: ManyTeller, files: Iterable[Candidate], options: Namespace) -> int:
    """Take in the rows; those of a JSON list are written in the order of the paths."""
    rows: list[DiagnosedRun] = []
    with closing(crew.rows(_tasks(files))) as coming:
        for row in coming:
            if row is not None:
                rows.append(row)
            teller.tell(row)
    if options.json:
        places = {each.path: at for at, each in enumerate(files)}
        _write_list(sorted(rows, key=lambda row: (places[row.path], row.number)))
    return exit_code_of_many(rows, options.fail_on)


def _write_list(rows: list[DiagnosedRun]) -> None:
    before = "[\n"
    for row in rows:
        write_part(before)
        write_json(row.as_json(), indent=None)
        before = ","
    write("]" if rows else "[]")
    flush()


def _folder(options: Namespace) -> Path:
    """The one folder for the documents."""
    if options.run is not None and (len(options.traces) > 1 or options.from_stdin):
        raise WrongUse("--run names one run of one file.", "Several were named.", "Leave it out, or name one file.")
    for given, name in ((options.brief, "--brief"), (options.chat, "--chat")):
        if given:
            raise WrongUse(f"{name} is for one run.", "Several were named.", "`mast-tui summary DIR` tells of many.")
    if len(options.output) != 1 or not _is_folder(options.output[0]):
        what = "No folder for their documents was named." if not options.output else "-o names a file."
        raise WrongUse(
            "Many runs take a folder.",
            what,
            "Add -o DIR; each run becomes a document there, or name one run with --run.",
        )
    folder: Path = options.output[0]
    if folder.exists() and not folder.is_dir():
        raise WrongUse("The documents take a folder.", f"{clean_name(folder)} is a file.", "Name another one.")
    return folder


def _tasks(files: Iterable[Candidate]) -> Iterator[Task]:
    """A piece of work for each file."""
    stems: set[str] = set()
    for each in files:
        stem = stem_of(each.path)
        yield Task(each.path, shares_name=stem in stems)
        stems.add(stem)


def _is_folder(path: Path) -> bool:
    """Whether -o names a folder: one that is there, or a name without a suffix; that of a report never does."""
    return path.suffix.lower() not in KINDS and (path.is_dir() or not (path.exists() or path.suffix))


def _files(options: Namespace) -> list[Candidate]:
    """The files that may hold runs, without diagnoses saved before."""
    words = [*options.traces, *(listed(sys.stdin.buffer) if options.from_stdin else ())]
    here = candidates(word for word in words if not lies_elsewhere(word))
    by_path = {each.path: each for each in here if not is_diagnosis(each)}
    by_path |= {each.path: each for word in words if lies_elsewhere(word) for each in found_elsewhere(word)}
    files = list(by_path.values())
    if not files:
        raise UnreadableTrace("No run was found.", "Nothing there has the name of a trace.", "Name a file itself.")
    return files


async def _orders(options: Namespace, folder: Path, files: list[Candidate]) -> Orders:
    """Who diagnoses and how, with consent where anything is sent."""
    state_folder = usable_state_folder()
    if state_folder is None:
        narrate("The state folder cannot be written, so no reply is kept: started again, it asks again.")
    choice = await choose(
        consent.settings_of(options, state_folder), offline=options.offline, state_folder=state_folder
    )
    number = salt(state_folder)
    if choice.asks_a_model:
        options.trace = " ".join(options.traces) or "-0"
        consent.check_may_ask(options, "diagnose")
        if not options.yes:
            consent.confirm(choice, _rows(choice, files, options, number))
    elif not options.offline:
        narrate(consent.OFFLINE)
    return Orders(
        folder=folder,
        settings=choice.settings,
        salt=number,
        price=choice.price,
        state_folder=state_folder,
        redact=options.redact,
        budget=options.chunk_tokens,
        format=options.format,
        task=read_task(options.task) if options.task is not None else None,
        keep=kept_quietly,
    )


def _rows(choice: Choice, files: list[Candidate], options: Namespace, number: bytes) -> Iterator[str]:
    """What would be sent of all of them, as far as a few tell."""
    yield from estimate(choice, files, options, number)
    if not options.redact:
        yield "secrets    are sent as they are, because of --no-redact"
    yield f"documents  {visible(str(options.output[0]))}; what is there already is not asked again"


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
