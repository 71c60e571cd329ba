"""The table of commands: their names, one line about each, and the module that holds each."""

import difflib
import importlib
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from agent.errors import WrongUse

OPEN = "mast_tui.cli.open"
OPEN_RUNS = "mast_tui.cli.open_runs"
_OF_BOTH = frozenset({"--debug", "--offline", "--no-mouse", "--plain"})
"""Options that say nothing of one trace."""


class Command(NamedTuple):
    """One word after `mast-tui`, and what it does."""

    name: str
    help: str
    examples: tuple[str, ...] = ()
    """Whole command lines that show what it is for."""

    @property
    def module(self) -> str:
        """The module that runs the command, imported only when it is wanted."""
        return f"mast_tui.cli.{self.name}{'_' if iskeyword(self.name) else ''}"


class CommandModule(Protocol):
    """What every module of a command provides."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the arguments and options of the command."""
        ...

    def run(self, options: Namespace) -> int:
        """Do the work and return the exit code."""
        ...


COMMANDS = (
    Command(
        "diagnose",
        "find out why the run failed; the whole diagnosis with no screen",
        (
            "mast-tui diagnose run.log --model gpt-4.1-mini --max-cost 0.50 -o run.html -o run.json",
            "mast-tui diagnose nightly/ -o found/ --jobs 8 --offline",
        ),
    ),
    Command(
        "ask",
        "ask one question about a trace, answered with cited lines",
        (
            "mast-tui ask run.log 'why did the reviewer approve?'",
            "mast-tui ask run.log 'which calls failed?' --offline --json",
        ),
    ),
    Command(
        "plan",
        "show what a diagnosis would send and cost, sending nothing",
        ("mast-tui plan run.log --model gpt-4.1-mini", "mast-tui plan run.log --chunk-tokens 30000 --json"),
    ),
    Command(
        "events",
        "show a trace as the reader understood it",
        (
            "mast-tui events run.jsonl kind:call status:failed",
            "mast-tui events run.jsonl --jsonl --text | jq 'select(.kind == \"error\")'",
        ),
    ),
    Command(
        "stats",
        "show a run in numbers: who did what, waited, failed and spent",
        ("mast-tui stats run.jsonl", "mast-tui stats run.jsonl --json"),
    ),
    Command(
        "runs",
        "list many runs with what is known of each",
        ("mast-tui runs logs/", "mast-tui runs nightly/*.jsonl --json"),
    ),
    Command(
        "lines",
        "print lines of a trace by number",
        ("mast-tui lines run.log 120-160 -n", "mast-tui lines run.log 900- | less"),
    ),
    Command(
        "search",
        "find the trace lines that match a pattern",
        (
            "mast-tui search run.log 'rate limit' agent:Coder -i",
            "mast-tui search run.log 'exit code [1-9]' --regex",
        ),
    ),
    Command(
        "report",
        "draw a report again from a saved diagnosis",
        ("mast-tui report run.json -o run.html", "mast-tui report run.json --brief"),
    ),
    Command(
        "brief",
        "hand one finding over, with all it takes to mend it",
        ("mast-tui brief run.log F2", "mast-tui brief run.json F2 --json"),
    ),
    Command(
        "listen",
        "receive what programs send, and show each run as it goes on",
        ("mast-tui listen", "mast-tui listen --no-screen -o runs/ --diagnose offline"),
    ),
    Command(
        "run",
        "run a command, receive what it sends, diagnose the run at its end",
        ("mast-tui run -- python team.py", "mast-tui run -o runs/ --fail-on fatal -- python team.py --task 7"),
    ),
    Command(
        "mcp",
        "let coding agents ask about the traces of some folders; reads only",
        ("mast-tui mcp logs/", "mast-tui mcp logs/ --offline"),
    ),
    Command(
        "verify",
        "check a saved diagnosis against its trace",
        ("mast-tui verify run.json run.log", "mast-tui verify run.json run.log --json"),
    ),
    Command(
        "compare",
        "compare the failures before and after a change",
        ("mast-tui compare before/ --with after/", "mast-tui compare before/*.json --with after/*.json --json"),
    ),
    Command(
        "selfcheck",
        "measure how often an analyst is right, on known runs",
        ("mast-tui selfcheck --quick --model gpt-4.1-mini", "mast-tui selfcheck --compare"),
    ),
    Command(
        "diff",
        "put two runs side by side: where one first goes another way",
        ("mast-tui diff good.jsonl bad.jsonl", "mast-tui diff good.log bad-1.log bad-2.log bad-3.log"),
    ),
    Command(
        "batch",
        "go on with diagnoses that a provider answers in batches",
        ("mast-tui batch status found/", "mast-tui batch resume found/ --wait"),
    ),
    Command(
        "summary",
        "tell what the diagnoses of a folder say together",
        ("mast-tui summary found/", "mast-tui summary found/ --by framework -o summary.html -o summary.csv"),
    ),
    Command(
        "evaluate",
        "score diagnoses on labelled traces, beside blind answers",
        ("mast-tui evaluate labels.csv diagnoses/", "mast-tui evaluate whowhen/ diagnoses/ --json"),
    ),
    Command(
        "try",
        "ask the act at fault again with its remedy, and count failures",
        (
            "mast-tui try run.json F2 --model gpt-4.1-mini --max-cost 0.50",
            "mast-tui try run.json F2 --export messages.json",
        ),
    ),
    Command(
        "agreement",
        "measure how far annotators agree",
        ("mast-tui agreement ours.csv theirs.csv", "mast-tui agreement labels.csv --json"),
    ),
    Command(
        "labels",
        "write what people decided about findings as labels",
        ("mast-tui labels export > mine.csv", "mast-tui labels export --json --annotator ada"),
    ),
    Command(
        "taxonomy", "show MAST: its categories and modes", ("mast-tui taxonomy", "mast-tui taxonomy FM-2.5 --json")
    ),
    Command("samples", "list the sample traces and what each shows", ("mast-tui samples", "mast-tui samples --json")),
    Command("forget", "delete what is remembered about a trace", ("mast-tui forget run.log", "mast-tui forget --all")),
    Command("config", "show the settings, or change one", ("mast-tui config show", "mast-tui config set theme dark")),
    Command(
        "completion",
        "print what completes the words of mast-tui in a shell",
        (
            "mast-tui completion bash > ~/.local/share/bash-completion/completions/mast-tui",
            "mast-tui completion fish > ~/.config/fish/completions/mast-tui.fish",
        ),
    ),
    Command(
        "doctor",
        "check what works on this machine, and what to do about the rest",
        ("mast-tui doctor", "mast-tui doctor --json"),
    ),
)


def load(module: str) -> CommandModule:
    """Import the module of a command."""
    return cast(CommandModule, importlib.import_module(module))


def names_several(words: Sequence[str]) -> bool:
    """Whether a command line that names no command names many runs, and not one trace."""
    paths = [word for word in words if word not in _OF_BOTH]
    if "-0" in paths:
        return True
    if not paths or any(word.startswith("-") for word in paths):
        return False
    if len(paths) > 1 or not (_is_folder(paths[0]) or set("*?[") & set(paths[0])):
        return len(paths) > 1
    from agent.run_table.candidates import holds_several  # one trace opens without it

    return holds_several(paths[0])


def check_is_no_typing_slip(word: str) -> None:
    """Refuse a first word that is no trace on disk and can only be meant as a command."""
    if not word or word.startswith("-") or _is_there(word):
        return
    names = [command.name for command in COMMANDS]
    near = difflib.get_close_matches(word, names, n=1)
    if near:
        raise WrongUse(
            f'"{word}" is not a command.',
            f'There is no trace of that name either; the nearest command is "{near[0]}".',
            f"Write `mast-tui {near[0]}`, or see all commands with `mast-tui --help`.",
        )
    if Path(word).name == word and not Path(word).suffix:
        raise WrongUse(
            f'"{word}" is not a command.',
            "There is no trace of that name here either.",
            "See all commands with `mast-tui --help`.",
        )


def _is_folder(word: str) -> bool:
    try:
        return Path(word).is_dir()
    except OSError:  # as below
        return False


def _is_there(word: str) -> bool:
    try:
        return Path(word).exists()
    except OSError:  # too long for a name, or in a folder nobody may look into
        return False
