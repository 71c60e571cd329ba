"""`mast-tui listen`: receives what instrumented programs send while they run, and shows each run as it goes on."""

import ipaddress
import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from agent.clean import clean_name
from agent.errors import WrongUse
from agent.number_words import count
from mast_tui.cli.extras import need
from mast_tui.cli.output import flush, narrate, write
from mast_tui.cli.parser import model_options, whole_number
from mast_tui.state.paths import usable_state_folder

if TYPE_CHECKING:
    from mast_tui.receiver.export import Share
    from mast_tui.state.run_table import RunTable

PORT = 4318
TOKEN = "MAST_TUI_TOKEN"  # noqa: S105 - the name of a variable
RECEIVED = "received"


def add_arguments(parser: ArgumentParser) -> None:
    """Where to listen, where to write, and what to do with a run that has ended."""
    parser.add_argument("--port", metavar="N", type=port, default=PORT, help=f"where to listen (default {PORT})")
    parser.add_argument(
        "-o", dest="folder", metavar="DIR", type=Path, help="where traces are written (default: in the state folder)"
    )
    parser.add_argument("--bind", metavar="ADDRESS", help="listen there too, not on this machine only; takes a token")
    parser.add_argument("--token", metavar="WORD", help=f"let in only who sends it (else {TOKEN})")
    parser.add_argument("--no-screen", action="store_true", help="no app: print the path of each trace as it begins")
    parser.add_argument(
        "--diagnose", choices=("offline", "model"), help="diagnose each run when its root span has ended"
    )
    parser.add_argument(
        "--max-disk", metavar="MB", type=whole_number, default=2048, help="write no more than this (default 2048)"
    )
    model_options(parser)


def port(text: str) -> int:
    """A number of a port; 0 is any that is free."""
    if not (text.isascii() and text.isdigit() and int(text[:6]) < 65_536):
        raise ArgumentTypeError(f'"{text}" is not a port: 1 to 65535, or 0 for any that is free')
    return int(text)


def run(options: Namespace) -> int:
    """Listen until a person ends it."""
    need("live", "uvicorn", "opentelemetry.proto")
    _check_consent(options)
    if not options.no_screen:
        from mast_tui.cli.open import check_terminal

        check_terminal("what is received")
    listening = Listening(options)
    try:
        if options.no_screen:
            listening.wait()
        else:
            listening.show(options)
    finally:
        listening.close()
    return 0


def _check_consent(options: Namespace) -> None:
    """A model that is asked when nobody is there takes a name, consent, and a bound for each run."""
    bounded = any(each is not None for each in (options.max_cost, options.max_calls, options.max_tokens))
    if options.diagnose == "model" and not (options.model and options.yes and bounded):
        raise WrongUse(
            "Sending text of a trace to a model takes a name, consent and a bound.",
            "--diagnose model asks one by itself, for every run that ends.",
            "Add --model NAME, --yes, and --max-cost, --max-calls or --max-tokens for each run.",
        )


class Listening:
    """A receiver at work, with the folder it writes to."""

    def __init__(self, options: Namespace, *, tells_paths: bool = True) -> None:
        from mast_tui.receiver.bounds import Bounds  # loads what the extra brings
        from mast_tui.receiver.ended_runs import EndedRuns
        from mast_tui.receiver.http_app import Receiver
        from mast_tui.receiver.server import LOCAL_NAMES, LOOPBACK, Server, bound
        from mast_tui.receiver.trace_files import TraceFiles

        token = options.token or os.environ.get(TOKEN) or None
        hosts = _hosts(options.bind, token, LOOPBACK)
        bounds = Bounds(disk=options.max_disk * 1024 * 1024)
        self.folder: Path = options.folder or _own_folder()
        self.files: TraceFiles = TraceFiles(self.folder, bounds)
        self._tells = options.no_screen and tells_paths
        self._told: set[str] = set()
        self.ended: EndedRuns | None = None
        sockets = bound(hosts, options.port)
        if options.diagnose is not None:
            self.ended = EndedRuns(self.folder, _of_analyst(options), self._tell)
        receiver = Receiver(self.files, bounds, hosts=LOCAL_NAMES, token=token, hear=self._hear)
        self.server: Server = Server(receiver, sockets)
        self._table: RunTable | None = None

    def wait(self) -> None:
        """Listen with no screen, until a signal comes."""
        narrate(
            f"Listening at http://localhost:{self.server.port}, writing to {clean_name(self.folder)}. "
            f"For a program: OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:{self.server.port}. Ctrl+C ends it."
        )
        with suppress(KeyboardInterrupt):
            self.server.run()
        narrate(f"{count(len(self._told), 'trace')} received, in {clean_name(self.folder)}.")

    def show(self, options: Namespace) -> None:
        """Listen behind the app, which shows the runs as they come."""
        from mast_tui.cli import open as open_command
        from mast_tui.state import run_table

        self.server.start()
        options.trace = options.run = options.format = options.task = None
        options.demo = False
        options.diagnosis = None
        at = f"http://localhost:{self.server.port}"
        self._table = options.table = run_table.RunTable(
            [str(self.folder)], arriving=f"listening: OTEL_EXPORTER_OTLP_ENDPOINT={at}"
        )
        open_command.run(options)

    def close(self) -> None:
        """Stop, and let go of the files."""
        self.server.stop()
        if self.ended is not None:
            self.ended.close()
        self.files.close()

    def _hear(self, share: "Share") -> None:
        if share.name not in self._told:
            self._told.add(share.name)
            if self._tells:
                write(str(clean_name(self.files.path(share.name))))
                flush()
        if self.ended is not None:
            self.ended.hear(share)

    def _tell(self, name: str, text: str) -> None:
        """A run is diagnosed: the table shows it, or the words are told."""
        if self._table is not None:
            self._table.read_again(str(self.files.path(name)))
        else:
            narrate(text)


def _hosts(bind: str | None, token: str | None, loopback: tuple[str, ...]) -> tuple[str, ...]:
    """Where to listen; anything but this machine takes a token."""
    if bind is None:
        return loopback
    if token is None and not _is_loopback(bind):
        raise WrongUse(
            "Listening for other machines takes a token.",
            f"--bind {clean_name(bind)} can be reached by others, and whoever reaches it could write here.",
            f"Add --token WORD or set {TOKEN}; for a program: OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20WORD.",
        )
    return (bind,)


def _is_loopback(address: str) -> bool:
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _own_folder() -> Path:
    state = usable_state_folder()
    if state is None:
        raise WrongUse("There is no folder for the traces.", "The state folder cannot be written.", "Name one with -o.")
    return state / RECEIVED


def _of_analyst(options: Namespace) -> list[str]:
    """The options that a diagnosis is made with."""
    if options.diagnose == "offline":
        return ["--offline"]
    words = ["--yes"] + ([] if options.redact else ["--no-redact"])
    for name in ("model", "base_url", "chunk_tokens", "max_tokens", "max_calls", "max_cost"):
        value = getattr(options, name)
        words += [f"--{name.replace('_', '-')}", str(value)] if value is not None else []
    return words
