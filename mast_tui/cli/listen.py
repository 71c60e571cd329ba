"""`mast-tui listen`: receives what instrumented programs send while they run, and shows each run as it goes on."""

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from agent.clean import clean_name
from agent.errors import WrongUse
from agent.number_words import count
from mast_tui.cli.extras import need
from mast_tui.cli.listening import TOKEN, Listening
from mast_tui.cli.output import abandon, flush, narrate, write
from mast_tui.cli.parser import model_options, whole_number

if TYPE_CHECKING:
    from mast_tui.receiver.ended_runs import EndedRuns
    from mast_tui.receiver.export import Share
    from mast_tui.state.run_table import RunTable

PORT, GRPC = 4318, 4317


def add_arguments(parser: ArgumentParser) -> None:
    """Where to listen, where to write, and what to do with a run that has ended."""
    parser.add_argument("--port", metavar="N", type=port, default=PORT, help=f"where to listen (default {PORT})")
    parser.add_argument(
        "-o", dest="folder", metavar="DIR", type=Path, help="where traces are written (default: in the state folder)"
    )
    parser.add_argument(
        "--grpc", metavar="N", type=port, nargs="?", const=GRPC, help=f"listen for gRPC as well (port {GRPC})"
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
    if options.grpc is not None:
        need("grpc", "grpc")
    check_consent(options)
    if not options.no_screen:
        from mast_tui.cli.open import check_terminal

        check_terminal()
    heard = _Heard(options)
    listening = heard.listening = Listening(
        options.folder,
        heard,
        port=options.port,
        bind=options.bind,
        token=options.token or os.environ.get(TOKEN) or None,
        max_disk=options.max_disk,
        grpc=options.grpc,
    )
    if options.diagnose is not None:
        from mast_tui.receiver.ended_runs import EndedRuns

        heard.ended = EndedRuns(listening.folder, of_analyst(options), heard.diagnosed)
    try:
        if options.no_screen:
            _wait(listening, heard)
        else:
            _show(listening, heard, options)
    finally:
        listening.close()
        if heard.ended is not None:
            heard.ended.close()
    return 0


def check_consent(options: Namespace) -> None:
    """A model that is asked when nobody is there takes a name, consent, and a bound for each run."""
    bounded = any(each is not None for each in (options.max_cost, options.max_calls, options.max_tokens))
    if options.diagnose == "model" and not (options.model and options.yes and bounded):
        raise WrongUse(
            "Sending text of a trace to a model takes a name, consent and a bound.",
            "--diagnose model asks one by itself, for every run that ends.",
            "Add --model NAME, --yes, and --max-cost, --max-calls or --max-tokens for each run.",
        )


class _Heard:
    """What has come, and whoever wants to know of it."""

    def __init__(self, options: Namespace) -> None:
        self.listening: Listening | None = None
        self.ended: EndedRuns | None = None
        self.table: RunTable | None = None
        self.names: set[str] = set()
        self._tells = options.no_screen

    def __call__(self, share: "Share") -> None:
        """Something was written for a trace."""
        if share.name not in self.names:
            self.names.add(share.name)
            if self._tells:
                self._announce(share.name)
        if self.ended is not None:
            self.ended.hear(share)

    def _announce(self, name: str) -> None:
        """Tell where a trace is written, for as long as anybody reads that."""
        try:
            write(str(clean_name(self._path(name))))
            flush()
        except OSError:
            abandon()
            self._tells = False
            narrate("Nothing takes the paths of further traces on standard output; they are received all the same.")

    def diagnosed(self, name: str, words: str) -> None:
        """A run is diagnosed: the table shows it, or the words are told."""
        if self.table is not None:
            self.table.read_again(str(self._path(name)))
        else:
            narrate(words)

    def _path(self, name: str) -> Path:
        return self.listening.files.path(name) if self.listening is not None else Path(name)


def _wait(listening: Listening, heard: _Heard) -> None:
    """Listen with no screen, until a signal comes."""
    if listening.grpc is not None:
        narrate(f"Listening for gRPC at http://localhost:{listening.grpc.port}.")
    narrate(
        f"Listening at {listening.address}, writing to {clean_name(listening.folder)}. "
        f"For a program: OTEL_EXPORTER_OTLP_ENDPOINT={listening.address}. Ctrl+C ends it."
    )
    with suppress(KeyboardInterrupt):
        listening.server.run()
    narrate(f"{count(len(heard.names), 'trace')} received, in {clean_name(listening.folder)}.")


def _show(listening: Listening, heard: _Heard, options: Namespace) -> None:
    """Listen behind the app, which shows the runs as they come."""
    from mast_tui.cli import open as open_command
    from mast_tui.state import run_table

    listening.server.start()
    options.trace = options.run = options.format = options.task = options.diagnosis = None
    options.demo = False
    arriving = f"listening: OTEL_EXPORTER_OTLP_ENDPOINT={listening.address}"
    heard.table = options.overview = run_table.RunTable([str(listening.folder)], arriving=arriving)
    open_command.run(options)


def of_analyst(options: Namespace) -> list[str]:
    """The options that a diagnosis is made with."""
    if options.diagnose == "offline":
        return ["--offline"]
    words = ["--yes"] + ([] if options.redact else ["--no-redact"])
    for name in ("model", "base_url", "chunk_tokens", "max_tokens", "max_calls", "max_cost"):
        value = getattr(options, name)
        words += [f"--{name.replace('_', '-')}", str(value)] if value is not None else []
    return words
