"""A diagnosis by a model that is killed: what was paid for is not paid for again."""

import asyncio
import json
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from agent.analyst.model_analyst import ModelAnalyst
from agent.graph.diagnose import diagnose
from agent.model.asker import Asker
from agent.model.meter import Metered
from agent.model.openai_model import OpenAIModel
from agent.trace.trace import Trace
from tests.agent.model.judge import replies
from tests.agent.model.server import Body, Step, serve
from tests.forked import Forked, ForkServer

AT_ONCE = 3


Start = Callable[[Path, Path, str], Forked]


@pytest.fixture
def start(fork_server: ForkServer) -> Start:
    """Starts a diagnosis in a process of its own."""

    def start(trace: Path, home: Path, url: str) -> Forked:
        words = [
            "diagnose",
            str(trace),
            "--json",
            "--yes",
            "--model",
            "stub",
            "--base-url",
            url,
            "--chunk-tokens",
            "500",
        ]
        return fork_server.start(*words, env={"MAST_TUI_HOME": str(home)})

    return start


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "run.log"
    words = "alpha beta gamma delta epsilon zeta eta theta"
    path.write_text("".join(f"2026-03-01 10:00:{n:02} INFO coder: step {n * 7919} {words} {n}\n" for n in range(60)))
    return path


def test_kills_bill_again_at_most_what_was_in_flight(start: Start, trace: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "settings.toml").write_text(f"[model]\nat_once = {AT_ONCE}\n")
    say = replies({})
    reached = threading.Event()
    until = [0]

    def script(body: Body, number: int) -> Step:
        if number >= until[0] > 0:
            reached.set()
            return Step(say(body), pause=5)
        return Step(say(body))

    kills = (3, 9, 14)
    with serve(script) as server:
        for moment in kills:
            until[0] = moment
            reached.clear()
            process = start(trace, home, server.url)
            assert reached.wait(100)
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
        until[0] = 0
        out, err = start(trace, home, server.url).communicate(timeout=100)
        asked = Counter(json.dumps(body, sort_keys=True) for body in server.requests)
    document = json.loads(out)
    assert {cell["state"] for cell in document["coverage"]["cells"]} == {"judged"}
    assert b"Traceback" not in err
    again = sum(count - 1 for count in asked.values())
    assert again <= len(kills) * AT_ONCE
    assert document["coverage"]["chunks"] * 3 + 2 == len(asked)


async def test_cancelling_ends_every_request_within_a_second(trace: Path) -> None:
    say = replies({})
    with serve(lambda body, number: Step(say(body), pause=0 if number < 3 else 20)) as server:
        analyst = ModelAnalyst(Asker(OpenAIModel("stub", server.url)), b"salt")
        walk = diagnose(Trace.open(trace), analyst, budget=500, at_once=3)
        async for step in walk:
            if isinstance(step, Metered) and step.spent.calls == 2:
                break
        async with asyncio.timeout(1):
            await walk.aclose()
        await analyst.close()
    assert server.calls <= 2 + 3  # those that were answered, and those that were on their way
