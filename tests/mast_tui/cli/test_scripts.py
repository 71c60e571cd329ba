"""What scripts and shells build on: examples that work, completion, settings, thresholds, short and machine reports."""

import json
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from agent.diagnosis.document import from_dict
from agent.report.brief_markdown import MOST_BYTES, brief
from agent.report.kinds import KINDS, Content
from mast_tui.cli import commands
from mast_tui.cli.exits import exit_code
from mast_tui.cli.parser import for_command
from mast_tui.keys.rows import KEYS
from tests.agent.model.server import Step, serve
from tests.agent.report.payloads import PAYLOADS
from tests.agent.report.samples import foreign, plain, sample

Cli = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("command", commands.COMMANDS, ids=lambda command: command.name)
def test_each_command_has_two_examples_that_it_takes(command: commands.Command, run_cli: Cli) -> None:
    parser = for_command(command)
    commands.load(command.module).add_arguments(parser)
    assert len(command.examples) == 2
    for line in command.examples:
        words = shlex.split(line.split(" | ")[0].split(" > ")[0])
        assert words[:2] == ["mast-tui", command.name]
        parser.parse_args(words[2:])
    _, help_text, _ = run_cli(command.name, "--help")
    assert all(line in help_text for line in command.examples)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("dia", ["diagnose"]), ("report d.json --br", ["--brief"]), ("run.log --off", ["--offline"]), ("report d", [])],
)
def test_bash_completes_commands_and_options(typed: str, offered: list[str], run_cli: Cli) -> None:
    _, script, _ = run_cli("completion", "bash")
    words = shlex.join(["mast-tui", *typed.split(" ")])
    asked = f'COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _mast_tui; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, timeout=120)
    assert (done.stdout.split(), done.stderr) == (offered, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_of_every_command_and_option(shell: str, run_cli: Cli) -> None:
    code, script, _ = run_cli("completion", shell)
    assert code == 0
    assert all(command.name in script for command in commands.COMMANDS)
    assert all(option in script for option in ("max-cost", "fail-on", "chunk-tokens"))


def test_a_setting_is_written_read_back_and_told_with_its_source(run_cli: Cli, tmp_path: Path) -> None:
    home = {"MAST_TUI_HOME": str(tmp_path)}
    (tmp_path / "settings.toml").write_text("# mine\n[keys]\nquit = 'x'\n")
    for name, value in (("theme", "dark"), ("wrap", "false"), ("model.seconds", "60"), ("model.model", "m")):
        code, out, _ = run_cli("config", "set", name, value, env=home)
        assert (code, out.split()[:2]) == (0, [name, "60.0" if value == "60" else value])
    assert "# mine" in (tmp_path / "settings.toml").read_text()
    shown = json.loads(run_cli("config", "show", "--json", env={**home, "MAST_TUI_MODEL": "other"})[1])["settings"]
    assert shown["wrap"] == {"value": False, "source": "settings.toml"}
    assert shown["model.seconds"] == {"value": 60.0, "source": "settings.toml"}
    assert shown["model.model"] == {"value": "other", "source": "MAST_TUI_MODEL"}
    assert shown["motion"] == {"value": True, "source": "default"}


def test_without_a_word_the_settings_are_shown_and_where_they_lie(run_cli: Cli, tmp_path: Path) -> None:
    code, out, err = run_cli("config", env={"MAST_TUI_HOME": str(tmp_path)})
    assert (code, err) == (0, "")
    assert out.splitlines()[0].split() == ["file", str(tmp_path / "settings.toml"), "(not", "there", "yet)"]
    assert out.splitlines()[1].split() == ["folder", str(tmp_path), "MAST_TUI_HOME"]
    assert "no key: set OPENAI_API_KEY" in out
    _, out, _ = run_cli("config", "show", env={"MAST_TUI_HOME": "", "XDG_STATE_HOME": str(tmp_path)})
    assert out.splitlines()[1].split() == ["folder", str(tmp_path / "mast-tui"), "XDG_STATE_HOME"]


def test_the_origin_of_settings_is_their_whole_path_and_an_old_place_is_told(run_cli: Cli, tmp_path: Path) -> None:
    config, state = tmp_path / "config" / "mast-tui", tmp_path / "state" / "mast-tui"
    home = {"MAST_TUI_HOME": "", "XDG_CONFIG_HOME": str(config.parent), "XDG_STATE_HOME": str(state.parent)}
    run_cli("config", "set", "theme", "dark", env=home)
    lines = run_cli("config", "show", "--origin", env=home)[1].splitlines()
    assert lines[0].split() == ["file", str(config / "settings.toml")]
    assert [Path(line.split()[1]) for line in lines[1:4]] == [config / "modes.toml", config / "prices.toml", state]
    assert f"theme                 dark                          {config / 'settings.toml'}" in lines
    state.mkdir(parents=True)
    (config / "settings.toml").rename(state / "settings.toml")
    told = f"{state / 'settings.toml'} (where it once had to be; {config / 'settings.toml'} counts once it is there)"
    assert run_cli("config", env=home)[1].splitlines()[0] == f"{'file':<20}  {told}"
    assert f"ok    settings      {told}" in run_cli("doctor", env=home)[1].splitlines()
    assert "theme                 dark                          settings.toml" in run_cli("config", env=home)[1]


def test_a_key_is_chosen_by_its_id_and_one_that_is_taken_is_told_of(run_cli: Cli, tmp_path: Path) -> None:
    home = {"MAST_TUI_HOME": str(tmp_path)}
    code, out, err = run_cli("config", "set", "keys.panes.diagnose", "ctrl+d", env=home)
    assert (code, out.split()[:2], err) == (0, ["keys.panes.diagnose", "ctrl+d"], "")
    listed = {key["id"]: key for key in json.loads(run_cli("config", "keys", "--json", env=home)[1])}
    assert listed["panes.diagnose"]["keys"] == ["ctrl+d"]
    assert set(listed) == {key.id for key in KEYS}
    code, _, err = run_cli("config", "set", "keys.panes.wrap", "j", env=home)
    assert (code, err) == (0, '[keys] gives panes.wrap the key j, which is also for trace.down ("One row down").\n')


def test_a_key_of_a_model_comes_from_a_file_that_nobody_else_may_read(run_cli: Cli, tmp_path: Path) -> None:
    home, held = {"MAST_TUI_HOME": str(tmp_path), "OPENAI_API_KEY": ""}, tmp_path / "secret"
    held.write_text("sk-planted-0123456789\n")
    held.chmod(0o644)
    code, _, err = run_cli("config", "set", "model.key_file", str(held), env=home)
    assert (code, f"Others than you may read {held}" in err, (tmp_path / "settings.toml").exists()) == (2, True, False)
    held.chmod(0o600)
    assert run_cli("config", "set", "model.key_file", str(held), env=home)[0] == 0
    with serve(lambda body, number: Step()) as server:
        _, out, err = run_cli("doctor", env={**home, "OPENAI_BASE_URL": server.url})
        assert server.headers[0]["authorization"] == "Bearer sk-planted-0123456789"
    assert "ok    key           read from the file that model.key_file names (not shown)" in out
    assert "planted" not in out + err + run_cli("config", "show", env=home)[1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nothing", "1"),
        ("theme", "pink"),
        ("wrap", "perhaps"),
        ("model.seconds", "0"),
        ("model.key_file", "/gone"),
        ("keys.panes.dance", "x"),
        ("keys.panes.wrap", "nosuchkey"),
    ],
)
def test_a_setting_that_makes_no_sense_is_not_written(name: str, value: str, run_cli: Cli, tmp_path: Path) -> None:
    code, _, err = run_cli("config", "set", name, value, env={"MAST_TUI_HOME": str(tmp_path)})
    assert (code, err.count("\n")) == (2, 3)
    assert not (tmp_path / "settings.toml").exists()


def test_a_password_in_an_address_is_not_shown(run_cli: Cli) -> None:
    _, out, _ = run_cli("config", "show", env={"OPENAI_BASE_URL": "http://me:hunter2@host.example/v1"})
    assert "host.example" in out
    assert "hunter2" not in out


@pytest.mark.parametrize(
    ("threshold", "severity", "code"),
    [
        ("fatal", "major", 0),
        ("fatal", "fatal", 1),
        ("major", "fatal", 1),
        ("minor", "recovered", 0),
        ("FM-3.*", "minor", 1),
    ],
)
def test_a_threshold_is_a_severity_or_a_family_of_modes(threshold: str, severity: str, code: int) -> None:
    document = plain()
    for finding in document["findings"]:
        finding["mode"] = "FM-3.1"
        finding["severity"] = severity
    assert exit_code(from_dict(document), (threshold,)) == code
    assert exit_code(from_dict(document), ("FM-1.*",)) == 0


def test_a_saved_diagnosis_is_printed_whole_or_brief(run_cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text(json.dumps(plain()))
    _, whole, _ = run_cli("report", tmp_path / "d.json")
    _, short, _ = run_cli("report", tmp_path / "d.json", "--brief")
    assert whole.startswith("# ") and "## Findings" in whole
    assert short == brief(sample())
    assert "I am done here." in short


def test_a_brief_report_with_no_finding_says_where_to_look() -> None:
    hint = {"mode": "", "title": "The last error", "lines": [7, 7], "quote": "<b>boom</b>", "why": "Was it taken back?"}
    document = plain() | {"findings": [], "failures": [], "root": None}
    document["hints"] = [hint | {"precision": None, "lines": [number, number]} for number in range(7, 14)]
    for mode in document["modes"]:
        mode |= {"verdict": "unclear", "findings": []}
    text = brief(from_dict(document))
    assert "**Look here.**" in text and "L7, The last error: " in text and "Was it taken back?" in text
    assert "L10," in text and "L11," not in text, "a few of them"
    assert "<b>" not in text
    assert "Look here" not in brief(from_dict(document | {"hints": []}))


def test_a_brief_report_fits_a_comment_whatever_the_diagnosis_holds() -> None:
    document = plain()
    document["findings"] = [
        finding | {"id": f"F{number}", "title": "long " * 2_000, "explanation": "words " * 9_000}
        for number in range(300)
        for finding in document["findings"][:1]
    ]
    document["root"] = None
    text = brief(from_dict(document))
    assert len(text.encode()) < MOST_BYTES
    assert "288 more findings" in text


def test_every_mode_is_a_case_of_junit_and_what_was_not_judged_is_skipped() -> None:
    suite = ElementTree.fromstring(KINDS[".xml"].text(Content(sample())))[0]
    cases = {case.get("name", "").split()[0]: case for case in suite.iter("testcase")}
    verdicts = {mode["code"]: mode["verdict"] for mode in plain()["modes"]}
    for code, verdict in verdicts.items():
        inner = [part.tag for part in cases[code]]
        assert inner == {"present": ["failure"], "absent": []}.get(verdict, ["skipped"]), code
    assert int(suite.get("failures", "")) == sum(verdict == "present" for verdict in verdicts.values())


@pytest.mark.parametrize("payload", [*PAYLOADS, "\ufffe\uffff\x0b", "\ud800"])
def test_foreign_words_stay_words_in_junit(payload: str) -> None:
    suite = ElementTree.fromstring(KINDS[".xml"].text(Content(foreign(payload))).encode())[0]
    assert {part.tag for part in suite.iter()} <= {
        "testsuite",
        "testcase",
        "failure",
        "skipped",
        "properties",
        "property",
    }


def test_lines_are_json_objects(run_cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(b'one "two"\n\x1b[31mred\xff\n' + b"x" * 3_000_000 + b"\n")
    code, out, _ = run_cli("lines", tmp_path / "a.log", "1-3", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, [row["line"] for row in rows]) == (0, [1, 2, 3])
    assert rows[0]["text"] == 'one "two"'
    assert len(rows[2]["text"]) == 3_000_000
    assert "\x1b" not in out


def test_doctor_calls_the_server_that_is_set(run_cli: Cli) -> None:
    with serve(lambda body, number: Step()) as server:
        _, out, _ = run_cli("doctor", env={"OPENAI_BASE_URL": server.url})
    assert "ok    model         127.0.0.1 offers 1 model; stub answers" in out
    with serve(lambda body, number: Step(status=401, raw=b"{}")) as server:
        _, out, _ = run_cli("doctor", env={"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-wrong"})
    assert "note  model" in out
    assert "the key is not accepted" in out
    _, out, _ = run_cli("doctor", env={"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"})
    assert "answers" not in out
    assert "127.0.0.1" in out
