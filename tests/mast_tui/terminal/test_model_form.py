"""K in a real terminal: which model is asked is said, tested and remembered; a refused key leads offline by one key."""

from pathlib import Path

import pytest

from agent import settings_file
from tests.agent.model.server import Body, Step, serve
from tests.mast_tui.desk import FAILED
from tests.mast_tui.terminal.pty_desk import Terminal

ALONE = {"OPENAI_API_KEY": "", "OPENAI_BASE_URL": "", "MAST_TUI_MODEL": ""}


def refused(body: Body, number: int) -> Step:
    return Step(status=401, raw=b'{"error": {"message": "no"}}')


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
def test_a_model_is_chosen_tested_and_remembered_and_a_refused_key_leads_offline(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    home = tmp_path / "home"
    with serve(refused, models=("large", "small")) as server:
        at = Terminal(FAILED, home=home, cwd=tmp_path, size=size, extra=ALONE)
        at.wait_for("event 1 of 37")
        at.send("K")
        at.wait_for("Set the model")
        at.wait_for("OPENAI_API_KEY is not set")
        at.send(f"tiny\t{server.url}\x14")
        at.wait_for("offers 2 models; tiny is not among them")
        assert server.calls == 0, "a test sends nothing of the trace"
        at.send("\t\x1b[C")
        at.wait_for("‹ small ›")
        at.send("\r")
        at.wait_for("small at 127.0.0.1 is asked from now on")
        assert settings_file.read(home)["model"] == {"model": "small", "base_url": server.url}
        at.send("D")
        at.wait_for("Send")
        at.send("y")
        at.wait_for("the key is not accepted (status 401)")
        at.wait(lambda: "A diagnoses offline" in " ".join(at.text.split()))
        at.send("A")
        at.wait_to_be_told("root cause F1")
        at.close()
        assert server.paths.count("/v1/models") == 1
        again = Terminal(FAILED, home=home, cwd=tmp_path, size=size, extra=ALONE)
        again.wait_for("event 1 of 37")
        again.send("K")
        again.wait_for(server.url)
        assert "small" in again.text
        again.send("\x15\t\x15nonsense\r")
        again.wait(lambda: "is no URL" in " ".join(again.text.split()))
        again.send("\x1b")
        again.wait(lambda: "Set the model" not in again.text)
        again.close()


def test_a_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    at = Terminal(home=tmp_path / "home", cwd=tmp_path, extra=ALONE)
    at.wait_for("find out why")
    at.send("K")
    at.wait_for("Set the model")
    at.send("\thttp://127.0.0.1:9/v1\x14")
    at.wait(lambda: "127.0.0.1" in at.text and "--base-url" in at.text, 30)
    at.send("\x1b")
    at.wait_for("find out why")
    at.close()


def test_criteria_of_ones_own_are_named_under_k_told_before_they_are_sent_and_sent(tmp_path: Path) -> None:
    (tmp_path / "criteria.txt").write_text("# mine\n- the week view ends on Sunday\n- a test covers it\n")
    with serve(refused, models=("small",)) as server:
        at = Terminal(FAILED, home=tmp_path / "home", cwd=tmp_path, extra={**ALONE, "OPENAI_BASE_URL": server.url})
        at.wait_for("event 1 of 37")
        at.send("K")
        at.wait_for("Criteria")
        at.send("\t\t\tgone.txt\r")
        at.wait(lambda: "gone.txt" in " ".join(at.text.split()) and "not exist" in " ".join(at.text.split()))
        at.send("\x15criteria.txt\r")
        at.wait_for("2 criteria of yours")
        at.send("D")
        at.wait_for("2 criteria of your own")
        at.send("y")
        at.wait_for("the key is not accepted")
        at.send("K")
        at.wait_for("criteria.txt")
        at.close()
    named = Terminal(
        FAILED, "--criteria", "criteria.txt", home=tmp_path / "home", cwd=tmp_path,
        extra={**ALONE, "OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "MAST_TUI_MODEL": "small"},
    )  # fmt: skip
    named.wait_for("event 1 of 37")
    named.send("K")
    named.wait_for("criteria.txt")
    named.close()
    gone = Terminal(FAILED, "--criteria", "gone.txt", home=tmp_path / "home", cwd=tmp_path)
    assert gone.ended() in (2, 66)


def test_a_program_that_was_started_offline_stays_so_whatever_is_kept(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serve(refused, models=("large", "small")) as server:
        at = Terminal(FAILED, "--offline", home=home, cwd=tmp_path, extra=ALONE)
        at.wait_for("event 1 of 37")
        at.send("K")
        at.wait_for("Set the model")
        at.send(f"small\t{server.url}\x14")
        at.wait_for("No server is contacted: --offline was given")
        at.send("\r")
        at.wait_to_be_told("small at 127.0.0.1 is kept for the next time")
        at.send("D")
        at.wait_to_be_told("root cause F1")
        at.close()
        assert server.paths == []
    assert settings_file.read(home)["model"]["model"] == "small"


def test_a_model_that_is_set_before_a_trace_is_open_is_asked_about_it(tmp_path: Path) -> None:
    with serve(refused, models=("small",)) as server:
        at = Terminal(home=tmp_path / "home", cwd=tmp_path, extra=ALONE)
        at.wait_for("find out why")
        at.send("K")
        at.wait_for("Set the model")
        at.send(f"small\t{server.url}\r")
        at.wait_for("small at 127.0.0.1 is asked from now on")
        at.send(f"/\x15{FAILED}\r")
        at.wait_for("event 1 of 37")
        at.send("D")
        at.wait_for("Send")
        at.send("\x1b")
        at.close()
