"""`mast-tui batch`: how far a batch of diagnoses is, and the way on from one stage to the next."""

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from agent.analyst.choice import named
from agent.batches.batch import Batch, wait
from agent.batches.batch_state import NAME, BatchFolder, Work
from agent.batches.stages import Stage, folder_of
from agent.clean import clean_name
from agent.errors import UnreadableTrace, WrongUse
from agent.many_diagnoses.orders import Orders
from agent.model.openai_batches import BatchState, OpenAIBatches
from agent.model.openai_model import OpenAIModel
from agent.number_words import count, money
from agent.run_table.candidates import Candidate
from agent.salt import salt
from agent.settings import Limits, read
from mast_tui.cli.exits import UNFINISHED, exit_code_of_many
from mast_tui.cli.output import narrate, visible, write_json
from mast_tui.cli.parser import amount, whole_number
from mast_tui.state.kept_review import kept_quietly
from mast_tui.state.paths import usable_state_folder

EVERY = 60.0


def add_arguments(parser: ArgumentParser) -> None:
    """What to do, with which batch."""
    parser.add_argument(
        "action",
        choices=("status", "resume", "cancel", "take"),
        help="status: how far it is; resume: take answers in and ask what comes next; "
        "cancel: stop it; take: read answers that lie beside the requests (--batch-files)",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder that `diagnose --batch -o` named")
    parser.add_argument("--wait", action="store_true", help="with resume: go on until all is done")
    parser.add_argument(
        "--every", metavar="SECONDS", type=amount, default=EVERY, help="how often --wait looks (default 60)"
    )
    parser.add_argument("--json", action="store_true", help="with status: one JSON object")
    budget = parser.add_argument_group("budgets of the next stage")
    budget.add_argument("--max-tokens", metavar="N", type=whole_number, help="send no more tokens than this")
    budget.add_argument("--max-calls", metavar="N", type=whole_number, help="ask no more often than this")
    budget.add_argument("--max-cost", metavar="USD", type=amount, help="spend no more than this")


def run(options: Namespace) -> int:
    """Do what was asked with the batch of a folder."""
    state_folder = usable_state_folder()
    place = folder_of(state_folder, options.folder) if state_folder is not None else None
    if state_folder is None or place is None or not (place / NAME).exists():
        raise WrongUse(
            "There is no batch for this folder.",
            f"{clean_name(options.folder)} was given.",
            "Start one: mast-tui diagnose PATH... -o DIR --batch",
        )
    held = BatchFolder(place)
    try:
        work = held.read()
        if work is None:
            raise WrongUse("There is no batch for this folder.", clean_name(options.folder), "Start one.")
        return asyncio.run(_act(Batch(held, work, orders_of(work, state_folder)), options))
    finally:
        held.close()


def start(orders: Orders, candidates: Sequence[Candidate], options: Namespace) -> int:
    """Begin a batch, or go on with the one that there is."""
    files: Path | None = options.batch_files
    if orders.state_folder is None or orders.folder is None:
        raise WrongUse("A batch takes a state folder.", "It cannot be written.", "Name one with MAST_TUI_HOME.")
    if not orders.asks_a_model:
        raise WrongUse("A batch asks a model.", "None is named.", "Name one with --model, or leave --batch out.")
    if files is not None:
        files.mkdir(parents=True, exist_ok=True)
    held = BatchFolder(folder_of(orders.state_folder, files or orders.folder))
    try:
        work = held.read()
        if work is not None and not work.is_cancelled:
            raise WrongUse(
                "A batch for this folder is under way.",
                f"Stage {work.stage} of it was sent.",
                f"Go on with `mast-tui batch {'take' if files else 'resume'} {visible(str(files or orders.folder))}`.",
            )
        work = Work(
            folder=str(orders.folder.absolute()),
            paths=[each.path for each in candidates],
            model=orders.settings.model or "",
            address=orders.settings.address or "",
            budget=orders.budget,
            redact=orders.redact,
            format=orders.format,
            task=orders.task,
            files=str(files.absolute()) if files is not None else None,
        )
        batch = Batch(held, work, replace(orders, folder=Path(work.folder)))
        return asyncio.run(_begin(batch, options))
    finally:
        held.close()


def orders_of(work: Work, state_folder: Path) -> Orders:
    """The orders of a batch as it was begun."""
    settings = replace(read(state_folder), model=work.model, base_url=work.address)
    return Orders(
        folder=Path(work.folder),
        settings=settings,
        salt=salt(state_folder),
        price=named(settings, offline=False, state_folder=state_folder).price,
        state_folder=state_folder,
        redact=work.redact,
        budget=work.budget,
        format=work.format,
        task=work.task,
        keep=kept_quietly,
    )


async def _begin(batch: Batch, options: Namespace) -> int:
    server = _server(batch) if batch.work.files is None else None
    try:
        return await _next(batch, server, options, options.output[0])
    finally:
        if server is not None:
            await server.close()


async def _act(batch: Batch, options: Namespace) -> int:
    if options.action == "take":
        taken, missing = batch.take_files()
        if missing and not taken:
            raise UnreadableTrace("There are no answers yet.", f"{missing[0]} is not there.", "Let an engine answer.")
        narrate(f"{count(taken, 'answer')} taken in.")
        return await _next(batch, None, options, options.folder)
    if batch.work.files is not None:
        return _of_files(batch, options)
    server = _server(batch)
    try:
        if options.action == "cancel":
            _tell(batch, await batch.cancel(server), options)
            return 0
        if options.action == "status":
            states = await batch.look(server)
            _tell(batch, states, options)
            return 0
        return await _resume(batch, server, options)
    finally:
        await server.close()


def _of_files(batch: Batch, options: Namespace) -> int:
    """What can be done with a batch whose requests are files."""
    if options.action == "cancel":
        batch.folder.forget()
        narrate("The batch is forgotten; its files stay.")
    elif options.action == "status":
        _tell(batch, [], options)
    else:
        raise WrongUse("This batch is in files.", "No server has it.", "Use `mast-tui batch take DIR`.")
    return 0


async def _resume(batch: Batch, server: OpenAIBatches, options: Namespace) -> int:
    """Go on as far as answers are there; with --wait to the end."""
    if batch.work.is_cancelled:
        raise WrongUse("The batch was cancelled.", f"Stage {batch.work.stage} was its last.", "Start a new one.")
    while True:
        await batch.submit(server)
        states = await batch.look(server)
        if all(state.is_over for state in states):
            taken = await batch.take_in(server, states)
            narrate(f"{count(taken, 'answer')} taken in.")
            code = await _next(batch, server, options, options.folder)
            if code != UNFINISHED or not options.wait or not batch.work.batches:
                return code
            continue
        _tell(batch, states, options)
        if not options.wait:
            return UNFINISHED
        await wait(options.every)


async def _next(batch: Batch, server: OpenAIBatches | None, options: Namespace, named: Path) -> int:
    """Walk on with what was answered, and send what is to be asked next."""
    stage = await batch.gather(lambda: None)
    if not stage.requests:
        return _done(batch, stage)
    estimate = batch.estimate(stage)
    batch.check(estimate, Limits(options.max_tokens, options.max_calls, options.max_cost))
    await batch.send_off(stage, server)
    work = batch.work
    asked = ", ".join(f"{name} {number:,}" for name, number in work.questions.items())
    dollars = f", {money(estimate.dollars)} at most" if estimate.dollars is not None else ""
    done = count(len(stage.rows), "run")
    narrate(
        f"Stage {work.stage}: {count(estimate.requests, 'question')} ({asked}), {estimate.tokens:,} tokens{dollars}."
    )
    narrate(f"{done} done, {stage.waiting:,} waiting.")
    where = ", ".join(visible(each.id or "") for each in work.batches)
    if server is None:
        narrate(f"Written to {visible(work.files or '')}: {where}. Put the answers beside them, as NAME-answers.jsonl.")
        narrate(f"Then: mast-tui batch take {visible(work.files or '')}")
    else:
        narrate(f"Sent as {where}. Then: mast-tui batch resume {visible(str(named))}")
    return UNFINISHED


def _done(batch: Batch, stage: Stage) -> int:
    """Nothing is left to be asked: the documents are there, and the replies are kept with all others."""
    failures = sum(len(row.findings) for row in stage.rows)
    for row in stage.rows:
        if row.trouble:
            narrate(f"{visible(row.path)}: {visible(row.trouble)}")
    folder = visible(batch.work.folder)
    narrate(
        f"All is done: {count(len(stage.rows), 'run')}, {count(failures, 'failure')}. The documents are in {folder}."
    )
    batch.work.batches = []
    batch.folder.forget()
    return exit_code_of_many(stage.rows, ())


def _tell(batch: Batch, states: Sequence[BatchState], options: Namespace) -> None:
    work = batch.work
    if options.json:
        batches = [{"id": each.id, "status": each.status, "requests": each.requests} for each in work.batches]
        counts = {state.id: [state.completed, state.failed, state.total] for state in states}
        write_json({"stage": work.stage, "questions": work.questions, "batches": batches, "counts": counts})
        return
    asked = ", ".join(f"{name} {number:,}" for name, number in work.questions.items())
    narrate(f"Stage {work.stage} ({asked}), {count(len(work.paths), 'file')}:")
    for each in work.batches:
        state = next((one for one in states if one.id == each.id), None)
        how = f"{state.completed:,} of {state.total:,} answered, {state.failed:,} failed" if state else "in a file"
        narrate(f"  {visible(each.id or 'not sent yet')}: {visible(each.status)}, {how}")


def _server(batch: Batch) -> OpenAIBatches:
    settings = orders_of(batch.work, batch.state_folder).settings
    model = OpenAIModel.of(settings)
    return OpenAIBatches(model, settings.key, settings.seconds)
