"""Runs work beside the event loop for a screen, and says on the screen what failed and how it is done again."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakKeyDictionary

from textual import on
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from agent.clean import clean_name
from agent.errors import Cancelled, MastError
from mast_tui.keys.chosen import with_keys
from mast_tui.widgets.bars import Bar

AGAIN = "{panes.again} tries again"
"""The next step of what the trace screen can start again by itself."""
_PATIENCE = 5.0
"""Seconds that a screen waits for its threads when it goes; each of them looks often whether it is to stop."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Owner(Protocol):
    """A screen, an app or a part of a screen that starts work."""

    @property
    def threads(self) -> "Threads":
        """Where what runs in threads is counted."""
        ...

    def run_worker(
        self, work: Any, name: str, group: str, *, exclusive: bool, thread: bool, exit_on_error: bool
    ) -> Worker[Any]:
        """Start some work."""
        ...

    def failed(self, work: str) -> None:
        """Leave the state in which work was under way that has failed."""
        ...


Owned = TypeVar("Owned", bound=Owner)


@dataclass
class Work:
    """One kind of work: how it is called, what it does, in words, and what a person does when it has failed."""

    name: str
    doing: str
    next_step: str
    function: Callable[..., Any]
    place: str
    """The class and the method in which it stands."""


@dataclass
class Attempt:
    """Work that was started, so that it can be told about and started again."""

    work: Work
    owner: Owner
    again: Callable[[], object]

    def words(self, error: BaseException | None) -> str:
        """What failed, why, and what to do."""
        return f"{self.work.doing} failed ({reason(error)}); {with_keys(self.work.next_step)}."


WORKS: dict[str, Work] = {}
"""All kinds of work by their names."""
_ATTEMPTS: "WeakKeyDictionary[Worker[Any], Attempt]" = WeakKeyDictionary()


def background(
    name: str, doing: str, next_step: str = AGAIN, *, exclusive: bool = True
) -> Callable[
    [Callable[Concatenate[Owned, Parameters], Any]],
    Callable[Concatenate[Owned, Parameters], Worker[Any]],
]:
    """Make a method start its work in the background: a coroutine on the event loop, anything else in a thread."""

    def decorate(
        function: Callable[Concatenate[Owned, Parameters], Any],
    ) -> Callable[Concatenate[Owned, Parameters], Worker[Any]]:
        work = WORKS[name] = Work(name, doing, next_step, function, function.__qualname__)
        is_thread = not asyncio.iscoroutinefunction(function)

        @wraps(function)
        def start(owner: Owned, /, *args: Parameters.args, **options: Parameters.kwargs) -> Worker[Any]:
            def begin() -> Any:
                return work.function(owner, *args, **options)

            async def begin_on_loop() -> Any:
                return await work.function(owner, *args, **options)

            worker = owner.run_worker(
                (lambda: owner.threads.run(begin)) if is_thread else begin_on_loop,
                name,
                name,
                exclusive=exclusive,
                thread=is_thread,
                exit_on_error=False,
            )
            _ATTEMPTS[worker] = Attempt(work, owner, lambda: start(owner, *args, **options))
            return worker

        return start

    return decorate


def reason(error: BaseException | None) -> str:
    """Why something failed, in a few words that hold nothing of a trace."""
    if isinstance(error, MastError):
        return clean_name(f"{error.what} {error.to}".rstrip("."))
    if isinstance(error, OSError) and error.strerror:
        return clean_name(f"{type(error).__name__}: {error.strerror.lower()}")
    return type(error).__name__


@dataclass
class Threads:
    """The functions that run in threads for one screen; after `close` none begins any more."""

    _running: int = 0
    _closed: bool = False
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def run(self, function: Callable[..., Result], *args: Any) -> Result:
        """Run a function in the thread that this is called from."""
        with self._changed:
            if self._closed:
                raise Cancelled("The work was not begun:", "its screen is closed.", "Open the trace again.")
            self._running += 1
        try:
            return function(*args)
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def beside(self, function: Callable[..., Result], *args: Any) -> Awaitable[Result]:
        """Run a function in a thread while the event loop goes on."""
        return asyncio.to_thread(self.run, function, *args)

    def close(self) -> None:
        """Let nothing begin any more."""
        with self._changed:
            self._closed = True

    def join(self) -> bool:
        """Wait until nothing runs any more; whether that came to pass in time."""
        end = time.monotonic() + _PATIENCE
        with self._changed:
            return self._changed.wait_for(lambda: not self._running, max(0.0, end - time.monotonic()))


def attempt_of(message: Worker.StateChanged) -> Attempt | None:
    """What was started, if it has come to an end."""
    return _ATTEMPTS.get(message.worker) if message.worker.is_finished else None


def has_failed(message: Worker.StateChanged) -> bool:
    """Whether work ended in an error, and not because somebody stopped it."""
    return message.state is WorkerState.ERROR and not isinstance(message.worker.error, Cancelled)


class WorkingScreen(Screen[Result]):
    """A screen with work in the background, none of which can fail unseen."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = Threads()
        self._failures: dict[str, Attempt] = {}

    def say(self, words: str, *, error: bool = False) -> None:
        """Tell a person something in the status line."""
        self.query_one("#status", Bar).tell(words, "major" if error else "text")

    def failed(self, work: str) -> None:
        """Leave the state in which work was under way that has failed."""

    def stop_work(self) -> None:
        """Stop what goes on in the background; whoever does it in a thread looks often whether it is to stop."""

    async def on_unmount(self) -> None:
        """Stop it, and wait for its threads: what they read may be closed then."""
        self.threads.close()
        self.stop_work()
        await asyncio.to_thread(self.threads.join)

    def retry(self) -> bool:
        """Start again what has failed; False where nothing has."""
        failures, self._failures = list(self._failures.values()), {}
        for attempt in failures:
            attempt.again()
        return bool(failures)

    @on(Worker.StateChanged)
    def _work_changed(self, message: Worker.StateChanged) -> None:
        attempt = attempt_of(message)
        if attempt is not None and attempt.work.next_step == AGAIN:
            self._failures.pop(attempt.work.name, None)
        if attempt is not None and has_failed(message):
            if attempt.work.next_step == AGAIN:
                self._failures[attempt.work.name] = attempt
            attempt.owner.failed(attempt.work.name)
            self.say(attempt.words(message.worker.error), error=True)
