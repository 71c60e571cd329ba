"""The processes that diagnose many runs: given work piece by piece, replaced where one dies, ended together."""

import multiprocessing
import os
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from math import ceil
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess

from agent import errors
from agent.errors import MastError
from agent.many_diagnoses import worker
from agent.many_diagnoses.orders import DiagnosedRun, Orders, Task
from agent.many_diagnoses.shared_budget import Shared

PRELOADED = "agent.many_diagnoses.preloaded"
TICK = 0.25
MOST_TRIES = 2
PIECES = 4
"""Into so many pieces for each place the runs of one file are cut, so that none waits long for another."""
USED_UP = "The budget was used up before it was begun."


@dataclass
class Hand:
    """A process, and what each of its places works on."""

    process: BaseProcess
    pipe: Connection
    tasks: dict[int, Task] = field(default_factory=dict)
    idle: set[int] = field(default_factory=set)


class Crew:
    """Some processes that work by the same orders."""

    def __init__(self, orders: Orders, processes: int) -> None:
        self._context: BaseContext = _context()
        self._orders = orders
        self._processes = processes
        self._hands: list[Hand] = []
        self._waiting: deque[Task] = deque()
        self.shared = Shared.of(self._context)
        self.is_all_given = False
        """Whether nothing is waiting to be begun."""

    def rows(self, tasks: Iterable[Task]) -> Generator[DiagnosedRun | None]:
        """What became of each run, in the order in which they end; None now and then, so that somebody may look up.

        Closing the iterator ends the processes.
        """
        self._waiting.extend(tasks)
        try:
            for _ in range(min(self._processes, max(1, len(self._waiting)))):
                self._hands.append(self._hired())
            while self._hands:
                ready = wait([hand.pipe for hand in self._hands], TICK)
                for hand in [hand for hand in self._hands if hand.pipe in ready]:
                    yield from self._hear(hand)
                if self.shared.is_used_up:
                    yield from self._dropped()
                self._give()
                yield None
        finally:
            self.end()

    def end(self) -> None:
        """End the processes, whatever they are doing."""
        for hand in self._hands:
            hand.process.kill()
            hand.pipe.close()
        for hand in self._hands:
            hand.process.join()
        self._hands = []

    def _hired(self) -> Hand:
        ours, theirs = self._context.Pipe()
        # A fork has our ends too: as long as it held them, nobody would hear that this process has died.
        of_others = (ours, *(hand.pipe for hand in self._hands)) if _forks(self._context) else ()
        process = self._context.Process(  # type: ignore[attr-defined]
            target=worker.main, args=(theirs, self._orders, self.shared, of_others), daemon=True
        )
        process.start()
        theirs.close()
        return Hand(process, ours)

    def _hear(self, hand: Hand) -> Iterator[DiagnosedRun]:
        """Everything that a process has to say by now."""
        try:
            while hand.pipe.poll():
                message: worker.Message = hand.pipe.recv()
                if isinstance(message, worker.Row):
                    self._strike_out(hand, message)
                    yield message.row
                elif isinstance(message, worker.Holds):
                    self._cut(hand.tasks[message.place], message.runs)
                elif isinstance(message, worker.Wants):
                    hand.tasks.pop(message.place, None)
                    hand.idle.add(message.place)
                else:
                    raise _fault(message)
        except (EOFError, OSError):
            yield from self._lost(hand)

    @staticmethod
    def _strike_out(hand: Hand, message: worker.Row) -> None:
        """Take a run that is done off what its process would leave behind."""
        task = hand.tasks[message.place]
        left = tuple(number for number in task.runs if number != message.row.number)
        if left:
            hand.tasks[message.place] = replace(task, runs=left)
        else:
            del hand.tasks[message.place]

    def _cut(self, task: Task, runs: tuple[int, ...]) -> None:
        """Put the runs of one file in front, in pieces."""
        places = self._processes * self._orders.in_flight
        size = max(1, ceil(len(runs) / (PIECES * places if self._orders.in_flight == 1 else places)))
        pieces = [replace(task, runs=runs[at : at + size]) for at in range(0, len(runs), size)]
        self._waiting.extendleft(reversed(pieces))

    def _give(self) -> None:
        """Work for every free place; a process without any more to do is let go."""
        for hand in list(self._hands):
            while hand.idle and self._waiting:
                place = hand.idle.pop()
                hand.tasks[place] = self._waiting.popleft()
                self._send(hand, place, hand.tasks[place])
        self.is_all_given = not self._waiting
        if self.is_all_given and not any(hand.tasks for hand in self._hands):
            for hand in list(self._hands):
                if len(hand.idle) == self._orders.in_flight:
                    self._dismiss(hand)

    def _dismiss(self, hand: Hand) -> None:
        for place in hand.idle:
            self._send(hand, place, None)
        self._hands.remove(hand)
        hand.process.join()
        hand.pipe.close()

    @staticmethod
    def _send(hand: Hand, place: int, task: Task | None) -> None:
        with suppress(OSError):  # a process that died is met when it is listened to
            hand.pipe.send((place, task))

    def _lost(self, hand: Hand) -> Iterator[DiagnosedRun]:
        """A process died: what it worked on is given to another, or told where it kills every process."""
        self._hands.remove(hand)
        hand.process.join()
        for task in hand.tasks.values():
            again = replace(task, tries=task.tries + 1)
            if again.tries < MOST_TRIES:
                self._waiting.appendleft(again)
                continue
            why = f"The process that read it ended ({_ending(hand.process.exitcode)})."
            yield from (DiagnosedRun(task.path, "unreadable", number, trouble=why) for number in task.runs or (1,))
        if self._waiting or not self._hands:
            self._hands.append(self._hired())

    def _dropped(self) -> Iterator[DiagnosedRun]:
        """What nobody will begin any more, run by run where the runs are known."""
        dropped, self._waiting = self._waiting, deque()
        for task in dropped:
            for number in task.runs or (1,):
                yield DiagnosedRun(task.path, "not_begun", number, trouble=USED_UP)


def _context() -> BaseContext:
    """Where processes come from: one that has loaded everything once, so that memory is shared.

    That is this process where it has no threads that a fork would tear, else a server of forks.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        import_module(PRELOADED)
        return multiprocessing.get_context("fork")
    if os.name == "posix":
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([PRELOADED])
        return context
    return multiprocessing.get_context("spawn")


def _forks(context: BaseContext) -> bool:
    return context.get_start_method() == "fork"


def _fault(message: worker.Fatal) -> MastError:
    kind: type[MastError] = getattr(errors, message.kind, errors.OurFault)
    return kind(*message.says)


def _ending(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
