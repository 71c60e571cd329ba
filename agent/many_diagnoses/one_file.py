"""Diagnoses the runs of one file: each is opened, asked about within what all share, and written down."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

from agent import __version__
from agent.analyst.analyst import Analyst
from agent.analyst.case import Case
from agent.checkpoints.lease import Lease, Thread
from agent.diagnosis.document import to_dict
from agent.diagnosis.document_parts import Diagnosis
from agent.diagnosis.provenance import settings_of
from agent.errors import MastError, NoModel, OurFault, Unfinished, WrongUse
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.many_diagnoses.document_files import DocumentFile, holes_of
from agent.many_diagnoses.elsewhere import LocalCopy, lies_elsewhere
from agent.many_diagnoses.orders import DiagnosedRun, FoundMark, Orders, Task
from agent.redaction.redact import Redactor
from agent.trace.formats.base.source_run import Run
from agent.trace.trace import Trace
from taxonomy.mast import load

LOOK_AGAIN = 0.1
STOPPING = (NoModel, Unfinished, OurFault, WrongUse)
"""Faults after which no other run can succeed either."""


class Diagnoser:
    """Diagnoses runs by the same orders."""

    def __init__(
        self,
        orders: Orders,
        analyst: Callable[[], Analyst],
        at_once: asyncio.Semaphore,
        waits: type[MastError] | None = None,
    ) -> None:
        self._orders = orders
        self._waits = waits
        """The fault of a run that can only go on later."""
        self._analyst = analyst
        self._at_once = at_once

    async def runs_of(self, task: Task) -> tuple[int, ...]:
        """The numbers of the runs that a file holds; none where it holds one, or cannot be read."""
        try:
            async with self._opened(task) as trace:
                return tuple(run.number for run in await asyncio.to_thread(trace.runs))
        except (MastError, OSError):
            return ()

    async def rows(self, task: Task) -> AsyncIterator[DiagnosedRun]:
        """What became of each run of a task; faults that stop everything are raised."""
        async with AsyncExitStack() as held:
            try:
                trace = await held.enter_async_context(self._opened(task))
                runs = await asyncio.to_thread(trace.runs) if task.runs else ()
            except (MastError, OSError) as fault:
                if isinstance(fault, WrongUse):
                    raise
                yield _unreadable(DiagnosedRun(task.path, "unreadable"), fault)
                return
            if not runs:
                yield await self._row(trace, DiagnosedRun(task.path, "diagnosed"), task)
            for run in runs:
                if run.number in task.runs:
                    yield await self._one_of(trace, run, len(runs), task)

    async def _one_of(self, trace: Trace, run: Run, of: int, task: Task) -> DiagnosedRun:
        one = trace.one(run)
        try:
            return await self._row(one, DiagnosedRun(task.path, "diagnosed", run.number, of, run.id), task)
        finally:
            one.events.close()

    @asynccontextmanager
    async def _opened(self, task: Task) -> AsyncIterator[Trace]:
        """The trace of a task, wherever it lies."""
        copy = await asyncio.to_thread(LocalCopy, task)
        try:
            orders = self._orders
            trace = await asyncio.to_thread(lambda: Trace.open(copy.path, format_name=orders.format, task=orders.task))
            try:
                yield trace
            finally:
                trace.close()
        finally:
            copy.close()

    async def _row(self, trace: Trace, row: DiagnosedRun, task: Task) -> DiagnosedRun:
        """One run diagnosed; the row with the trouble where it cannot be read."""
        try:
            async with self._alone_with(trace):
                return await self._diagnosed(trace, row, task)
        except STOPPING:
            raise
        except (MastError, OSError, MemoryError, RecursionError) as fault:
            if self._waits is not None and isinstance(fault, self._waits):
                return replace(row, state="not_begun", trouble=f"{fault.what} {fault.to}")
            return _unreadable(row, fault)

    async def _diagnosed(self, trace: Trace, row: DiagnosedRun, task: Task) -> DiagnosedRun:
        orders, analyst = self._orders, self._analyst()
        file = None
        if orders.folder is not None:
            fingerprint = await asyncio.to_thread(trace.fingerprint)
            question = _question(orders, analyst, trace, row.path)
            file = await asyncio.to_thread(
                DocumentFile, orders.folder, row.path, fingerprint, question, shares_name=task.shares_name
            )
            if file.is_done and file.mine is not None:
                return _told(row, file.mine, "there", file.target.name)
        await asyncio.to_thread(trace.read)
        done = self._placed(await self._walked(trace, analyst), task)
        diagnosis: Diagnosis = done.diagnosis
        if orders.keep is not None:
            diagnosis = await asyncio.to_thread(orders.keep, orders.state_folder, trace, done)
        name = await asyncio.to_thread(file.write, diagnosis) if file is not None else None
        return _told(row, to_dict(diagnosis), "diagnosed", name)

    async def _walked(self, trace: Trace, analyst: Analyst) -> Done:
        """The walk, whose replies are kept and whose state is not: made anew, it asks nothing that was answered."""
        orders = self._orders
        case = Case(trace, redactor=Redactor(orders.salt) if orders.redact else None, budget=orders.budget)
        async for progress in diagnose(trace, analyst, case=case, budget=case.budget, at_once=self._at_once):
            if isinstance(progress, Done):
                return progress
        raise AssertionError("a diagnosis ends with Done")

    def _placed(self, done: Done, task: Task) -> Done:
        """The diagnosis with the place where the run lies, and not that of a copy."""
        if task.data is None and not lies_elsewhere(task.path):
            return done
        mark = replace(done.diagnosis.trace, path=_told_as(task.path, self._orders))
        return replace(done, diagnosis=replace(done.diagnosis, trace=mark))

    @asynccontextmanager
    async def _alone_with(self, trace: Trace) -> AsyncIterator[None]:
        """Two runs of the same words are asked about one after the other: the second is answered by what was kept."""
        folder = self._orders.state_folder
        if folder is None or not self._orders.asks_a_model:
            yield
            return
        fingerprint = await asyncio.to_thread(trace.fingerprint)
        lease = Lease(Thread(folder / "checkpoints", f"{fingerprint[:32]}-many"))
        while not lease.take():
            await asyncio.sleep(LOOK_AGAIN)
        try:
            yield
        finally:
            lease.give_back()


def _told_as(path: str, orders: Orders) -> str:
    """The path as a document names it."""
    return Redactor(orders.salt).redact(path).text if orders.redact else path


def _question(orders: Orders, analyst: Analyst, trace: Trace, path: str) -> dict[str, Any]:
    """What a document must say of its making to answer the same question."""
    return {
        "path": _told_as(path, orders),
        "format": trace.format.name,
        "version": __version__,
        "analyst": analyst.kind,
        "model": analyst.model,
        "host": analyst.host,
        "prompts": analyst.prompts,
        "settings": settings_of(trace, orders.budget, analyst.settings, redacts=orders.redact),
        "taxonomy": load().fingerprint,
    }


def _unreadable(row: DiagnosedRun, fault: BaseException) -> DiagnosedRun:
    words = f"{fault.what} {fault.to}" if isinstance(fault, MastError) else f"It cannot be read: {_reason(fault)}."
    return DiagnosedRun(row.path, "unreadable", row.number, row.of, row.id, trouble=words)


def _reason(fault: BaseException) -> str:
    return (isinstance(fault, OSError) and fault.strerror) or type(fault).__name__


def _told(row: DiagnosedRun, document: Mapping[str, Any], state: Any, name: str | None) -> DiagnosedRun:
    """The row with what a document says."""
    standing = [each for each in document["findings"] if each["decision"] != "rejected"]
    root = document["root"] or {}
    named = next((each for each in standing if each["id"] == root.get("finding")), None)
    usage = document["usage"]
    return DiagnosedRun(
        row.path,
        state,
        row.number,
        row.of,
        row.id,
        name,
        document["outcome"]["verdict"],
        tuple(FoundMark(each["mode"], each["severity"], each["confidence"]) for each in standing),
        (named["mode"] or named["kind"]) if named is not None else root.get("cause"),
        holes_of(dict(document)),
        cost_usd=usage["cost_usd"] if state == "diagnosed" else None,
        calls=usage["calls"] if state == "diagnosed" else 0,
    )
