"""The command line as a person or a script meets it: run in a process of its own, judged by its bytes and exit code."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from agent import __version__
from mast_tui.cli import commands

RunCli = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).resolve().parents[3]


def check_three_sentences(text: str) -> None:
    """Three lines, a sentence each, and nothing of argparse or Python about them."""
    lines = text.rstrip("\n").split("\n")
    assert len(lines) == 3, text
    assert all(re.fullmatch(r"\S.*[.]", line) for line in lines), text
    assert "Traceback" not in text
    assert "usage:" not in text


def test_help_lists_exactly_the_commands_that_are_there(run_cli: RunCli) -> None:
    code, out, err = run_cli("--help")
    assert (code, err) == (0, "")
    listed = re.findall(r"^  ([a-z]+)  +\S", out.split("commands:\n")[1], re.MULTILINE)
    assert listed == [command.name for command in commands.COMMANDS]
    assert "doctor" in listed
    assert len(out.splitlines()) <= 45
    code, whole, err = run_cli("--help-all")
    assert (code, err) == (0, "")
    assert "--max-cost USD" in whole
    assert "--max-cost" not in out


@pytest.mark.parametrize("command", [command.name for command in commands.COMMANDS])
def test_every_command_has_help_and_refuses_a_wrong_option(command: str, run_cli: RunCli) -> None:
    code, out, err = run_cli(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: mast-tui {command}")
    code, out, err = run_cli(command, "--no-such-option")
    assert (code, out) == (2, "")
    check_three_sentences(err)
    assert f"`mast-tui {command} --help`" in err


def test_version(run_cli: RunCli) -> None:
    assert run_cli("--version") == (0, f"mast-tui {__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--no-such-option"], "--no-such-option"),
        (["doctr"], "`mast-tui doctor`"),
        (["nothing-like-a-command"], "not a command"),
        (["--", "--odd", "--words"], "--words"),
        (["doctor", "superfluous"], "superfluous"),
        (["doctor", "--json=yes"], "--json"),
        (["doctor", "\x1b]0;title\x07\x1b[31m"], "␛]0;title␇␛[31m"),
        (["doctr\x1b[2J"], "doctr␛[2J"),
        (["doctor", "a\nb\u202ec\x9b"], r"a␊b\u{202e}c\x9b"),
        (["doctor", b"\xff\xfe"], r"\u{dcff}\u{dcfe}"),
        (["doctor", ""], "unrecognized"),
    ],
)
def test_wrong_use_is_three_sentences_and_exit_2(words: list[str | bytes], said: str) -> None:
    check_refusal(words, said, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gone.json"], "gone.json: It does not exist."),
        (["gone.json:12"], "gone.json: It does not exist."),
        (["gone.json#F2"], "gone.json: It does not exist."),
        (["gone.log", "lost.log"], "gone.log: It does not exist."),
        (["--", "--odd"], "--odd: It does not exist."),
        (["x" * 5000 + "/y"], "xxx"),
    ],
)
def test_a_trace_that_is_not_there_is_named_also_where_there_is_no_terminal(words: list[str], said: str) -> None:
    check_refusal(words, said, 66)


def check_refusal(words: Sequence[str | bytes], said: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mast_tui", *words], capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert (done.returncode, done.stdout) == (code, b"")
    text = done.stderr.decode()
    check_three_sentences(text)
    assert said in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)


@pytest.mark.parametrize("words", [["--debug", "doctor", "--nope"], ["doctor", "--nope", "--debug"]])
def test_debug_is_understood_on_both_sides_of_the_command(words: list[str], run_cli: RunCli) -> None:
    code, _, err = run_cli(*words)
    assert code == 2
    assert "Traceback" in err
    assert "parser.py" in err


def test_debug_after_two_dashes_is_a_word_like_any_other(run_cli: RunCli) -> None:
    code, _, err = run_cli("doctor", "--", "--debug")
    assert code == 2
    check_three_sentences(err)


def run_with(body: str, *words: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Run the command line with the work of `doctor` replaced by `body`, in a process of its own."""
    program = f"import sys\nimport mast_tui.cli.doctor as doctor\ndef run(options):\n    {body}\ndoctor.run = run\n"
    program += "from mast_tui.cli import main\nsys.exit(main(sys.argv[1:]))\n"
    done = subprocess.run(
        [sys.executable, "-c", program, "doctor", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("from agent.errors import UnreadableTrace as E; raise E('It broke.', 'A file.', 'Do this.')", 66),
        ("from agent.errors import WrongUse as E; raise E('It broke.', 'A file.', 'Do this.')", 2),
        ("from agent.errors import Cancelled as E; raise E('It broke.', 'A file.', 'Do this.')", 130),
        ("raise KeyboardInterrupt", 130),
        ("raise ValueError('sk-secret of a trace')", 70),
        ("raise RecursionError", 70),
        ("print('part', flush=False); raise OSError(28, 'No space left on device')", 70),
    ],
)
def test_every_failure_has_its_code_and_its_three_sentences(body: str, code: int) -> None:
    seen, _, err = run_with(body)
    assert seen == code
    check_three_sentences(err)
    assert "secret" not in err


def test_a_fault_of_ours_shows_its_way_only_with_debug() -> None:
    code, _, err = run_with("raise ValueError('a\\x1b[31m')", "--debug")
    assert code == 70
    assert "Traceback" in err
    assert "ValueError: a␛[31m" in err
    assert "\x1b" not in err


SHORT = "from mast_tui.cli.output import flush, write; write('x')"
LONG = f"{SHORT}; write('x' * 1000000); flush()"


@pytest.mark.parametrize(
    ("words", "body", "code"),
    [
        (["doctor"], f"{LONG}; return 0", 0),
        (["doctor"], f"{SHORT}; return 0", 0),
        (["verify", "a.json", "a.log"], f"{SHORT}; return 1", 1),
        (["verify", "a.json", "a.log"], f"{LONG}; {LONG}; return 1", 1),
        (["verify", "a.json", "a.log"], f"{LONG}; raise BrokenPipeError", 70),
        (["diagnose", "a.log", "--fail-on", "present"], f"{SHORT}; return 3", 3),
    ],
)
def test_a_reader_that_leaves_early_ends_the_command_quietly_and_no_verdict_is_lost(
    words: list[str], body: str, code: int
) -> None:
    program = f"import sys\nimport mast_tui.cli.{words[0]} as command\ndef run(options):\n    {body}\n"
    program += f"command.run = run\nfrom mast_tui.cli import main\nsys.exit(main({words}))\n"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", program],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    os.close(writing)
    assert done.returncode == code
    assert code == 70 or done.stderr == b""


def test_an_error_keeps_its_code_when_nobody_hears_it() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "mast_tui", "doctor", "--nope"],
        stdout=writing,
        stderr=writing,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    os.close(writing)
    assert done.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told_and_not_mistaken_for_success() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mast_tui", "doctor"],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    assert done.returncode == 70
    check_three_sentences(done.stderr.decode())


def test_text_survives_a_locale_without_it() -> None:
    code, out, _ = run_with("print('h\\u00e9llo \\u2192'); return 0", env={"PYTHONIOENCODING": "ascii"})
    assert (code, out) == (0, "h\\xe9llo \\u2192\n")


def test_a_trace_that_is_there_needs_a_terminal(run_cli: RunCli, tmp_path: Path) -> None:
    trace = tmp_path / "run.log"
    trace.write_text("one line\n")
    code, _, err = run_cli(trace)
    assert (code, err.splitlines()[0]) == (2, "The app needs a terminal.")


CLOSED = [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"]


@pytest.mark.parametrize("closed", CLOSED)
@pytest.mark.parametrize(
    ("words", "code"),
    [(["lines", "run.log", "1-"], 0), (["search", "run.log", "line"], 0), (["--help"], 0), (["--nope"], 2)],
)
def test_a_stream_that_is_closed_changes_nothing_but_what_is_seen(
    words: list[str], code: int, closed: str, tmp_path: Path
) -> None:
    (tmp_path / "run.log").write_text("one line\n")
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "mast_tui", *words]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == code
    assert "2>" in closed or code or done.stderr == b""


def test_no_file_takes_the_place_of_a_stream_that_is_closed() -> None:
    body = "import os; note = open(os.environ['NOTE'], 'w+'); os.write(1, b'data'); os.write(2, b'words'); "
    body += "note.seek(0); return 3 if note.read() else 0"
    program = f"import sys\nimport mast_tui.cli.doctor as doctor\ndef run(options):\n    {body}\ndoctor.run = run\n"
    program += "from mast_tui.cli import main\nsys.exit(main(['doctor']))\n"
    command = ["sh", "-c", 'exec "$@" >&- 2>&-', "sh", sys.executable, "-c", program]
    note = str(Path(os.environ["MAST_TUI_HOME"]).with_suffix(".note"))
    assert subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT), "NOTE": note}).returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_words_that_cannot_be_told_end_nothing() -> None:
    command = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh", sys.executable, "-m", "mast_tui", "--nope"]
    assert subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}).returncode == 2
