from pathlib import Path

import pytest

from agent.signals.detectors.environment import Environment
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, result, say, task, watch


@pytest.mark.parametrize(
    ("output", "cause"),
    [
        ("ModuleNotFoundError: No module named 'pygame'", "package"),
        ("sh: 1: ffmpeg: command not found", "package"),
        ("requests.exceptions.ConnectionError: HTTPSConnectionPool(host='a')", "network"),
        ("Page.goto: net::ERR_NAME_NOT_RESOLVED at https://a.b", "network"),
        ("Error code: 429 - {'error': {'message': 'slow down'}}", "refused"),
        ("403 Forbidden", "refused"),
        ("_tkinter.TclError: couldn't connect to display", "display"),
        ("Please verify you are human to go on.", "captcha"),
        ("playwright: Timeout 30000ms exceeded.", "timeout"),
    ],
)
def test_a_failure_from_outside_has_a_cause_and_no_mode(tmp_path: Path, output: str, cause: str) -> None:
    failed = result(output, tool="tool", status="error")
    (signal,) = watch(Environment, tmp_path, task("Do it."), say("lead", "I try."), failed, failed)
    assert (signal.mode, signal.topic) == ("", cause)
    assert len(signal.occurrences) == 2


def test_talk_of_such_failures_is_none(tmp_path: Path) -> None:
    prompt = Step(Kind.SYSTEM, "system", "If you see ConnectionError: or a captcha, stop. 403 Forbidden")
    talk = say("lead", "I got a ConnectionError: and a TimeoutError, it says 403 Forbidden.")
    page = result("Room 403 was timed in 50 seconds, no error.", tool="browser", status="ok")
    assert not watch(Environment, tmp_path, prompt, task("Handle TimeoutError."), talk, page)


def test_a_missing_module_of_the_work_itself_is_no_cause_from_outside(tmp_path: Path) -> None:
    code = say("coder", "gameover.py\n```python\nclass GameOver:\n    pass\n```")
    output = result("ModuleNotFoundError: No module named 'gameover'", tool="python", status="error")
    assert not watch(Environment, tmp_path, task("Write a game."), code, output)
