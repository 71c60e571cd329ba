"""What a command says: data on stdout, narration on stderr, and nothing foreign raw on a terminal."""

import io
import os
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from agent.clean import Clean, clean_name, inert_json
from agent.errors import MastError, OurFault

_outlasts_reader = threading.Event()


def prepare() -> None:
    """Let both streams take any text, whatever the locale: a character they lack is written as its number."""
    _open_what_was_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _open_what_was_closed() -> None:
    """Let each stream that was closed from the start lead nowhere, as git does: no other file may get its number."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def is_terminal() -> bool:
    """Whether a terminal shows what is written, and would obey it."""
    return sys.stdout is not None and sys.stdout.isatty()


def has_screen() -> bool:
    """Whether stdout is a terminal in which the app can be drawn; else a command that has a screen writes text."""
    return is_terminal() and os.environ.get("TERM") not in ("dumb", "unknown")


def outlast_reader(wanted: bool) -> None:
    """Let the work go on once nobody reads what it writes, so that its exit code is told; or end it then."""
    if wanted:
        _outlasts_reader.set()
    else:
        _outlasts_reader.clear()


def outlasts_reader() -> bool:
    """Whether the work goes on once nobody reads what it writes."""
    return _outlasts_reader.is_set()


def write(text: str) -> None:
    """Put a line of data on stdout."""
    write_part(f"{text}\n")


def write_part(text: str) -> None:
    """Put a part of a line on stdout, or a whole one with its line break."""
    with _reader_may_leave():
        print(text, end="")


def write_text(text: str) -> None:
    """Put text of a trace on stdout as it stands, without a line break of our own; it is UTF-8 whatever the locale."""
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))


def write_json(document: Any, indent: int | None = 2) -> None:
    """Put a JSON document on stdout: strict, UTF-8, with what could move a terminal written as escapes."""
    write(inert_json(document, indent))


def write_json_with_text(document: dict[str, Any], parts: Iterable[str]) -> None:
    """Put a JSON document on one line of stdout, and in it last a `text` that is too long to be held."""
    write_part(f'{inert_json(document, None)[:-1]}, "text": "')
    for part in parts:
        write_part(inert_json(part, None)[1:-1])
    write('"}')


def narrate(text: str) -> None:
    """Say something to the person on stderr; if nobody listens there, the work goes on."""
    try:
        if sys.stderr is not None:
            print(text, file=sys.stderr, flush=True)
    except OSError:
        _turn_away(sys.stderr)


def tell(error: MastError) -> None:
    """Say the three sentences of an error, one line each."""
    narrate("\n".join(visible(part) for part in (error.what, error.to, error.next_step)))


def visible(text: str) -> Clean:
    """The text on one line, with what a terminal would obey or hide made visible."""
    return clean_name(text)


def fault(error: Exception) -> OurFault:
    """An error nobody foresaw, as three sentences; its own words are left out, they may quote a trace or a key."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return OurFault(
        "mast-tui failed, and the fault is its own.",
        f"The cause is a {type(error).__name__}{place}.",
        "Run the same command with --debug to see more, and report what it shows.",
    )


def trail(error: BaseException) -> str:
    """The way through the code to an error, line by line."""
    return "\n".join(visible(line) for line in "".join(traceback.format_exception(error)).rstrip("\n").split("\n"))


def flush() -> None:
    """Hand everything written so far to whoever reads it."""
    if sys.stdout is not None:
        with _reader_may_leave():
            sys.stdout.flush()


def abandon() -> None:
    """Give up on stdout, so that nothing complains when the interpreter flushes it for the last time."""
    _turn_away(sys.stdout)


def abandon_if_broken() -> None:
    """Flush stdout before an error is told, so that both come in order; give it up if it takes nothing more."""
    try:
        flush()
    except OSError:
        abandon()


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """Write on unread where the work outlasts its reader."""
    try:
        yield
    except BrokenPipeError:
        if not outlasts_reader():
            raise
        abandon()


def _turn_away(stream: TextIO | None) -> None:
    if stream is None:
        return
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
