"""Runs on a real Ray of two workers: the same documents, one worker killed in the middle, one budget, one store."""

import json
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import ray

from agent.many_diagnoses import ray_crew
from agent.many_diagnoses.crew import Crew
from agent.many_diagnoses.orders import DiagnosedRun, Orders, Task
from agent.many_diagnoses.ray_crew import RayCrew
from agent.settings import Limits, Settings
from tests.agent.model.judge import replies
from tests.agent.model.server import Step, serve

ROOT = Path(__file__).resolve().parents[2]
SALT = b"salt" * 8
_say = replies()


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    os.environ["RAY_AUTH_MODE"] = "disabled"
    ray.init(
        num_cpus=2,
        _node_ip_address="127.0.0.1",
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": f"{ROOT}:{os.environ.get('PYTHONPATH', '')}"}},
    )
    yield
    ray.shutdown()


def _runs(folder: Path, number: int) -> list[Task]:
    folder.mkdir()
    for at in range(number):
        said = [
            {"role": "user", "content": f"Do the work of number {at}."},
            {"role": "assistant", "content": "I cannot find it."},
        ]
        (folder / f"run-{at}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in said))
    return [Task(str(path)) for path in sorted(folder.iterdir())]


def _hands() -> list[int]:
    """The processes of our actors: those below this one that Ray has named so."""
    parents, names = {}, {}
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            with suppress(OSError):
                parents[int(each.name)] = int((each / "stat").read_text().rpartition(")")[2].split()[1])
                names[int(each.name)] = (each / "cmdline").read_bytes()

    def is_ours(pid: int) -> bool:
        return pid == os.getpid() or (pid in parents and is_ours(parents[pid]))

    return [pid for pid, name in names.items() if name.startswith(b"ray::Hand") and is_ours(pid)]


def _rows(crew: RayCrew | Crew, tasks: list[Task]) -> list[DiagnosedRun]:
    return [row for row in crew.rows(tasks) if row is not None]


def _orders(folder: Path, settings: Settings | None = None, state: Path | None = None) -> Orders:
    folder.mkdir()
    return Orders(folder, settings or Settings(), SALT, state_folder=state)


def _written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_cluster_writes_what_one_machine_writes(cluster: None, tmp_path: Path) -> None:
    tasks = _runs(tmp_path / "runs", 5)
    asked = [{"role": "user", "content": "Add."}]
    several = [json.dumps({"id": f"case-{at}", "messages": asked}) for at in range(3)]
    (tmp_path / "runs" / "several.jsonl").write_text("\n".join(several))
    (tmp_path / "runs" / "torn.json.gz").write_bytes(b"\x1f\x8b\x08 torn")
    tasks = [Task(str(path)) for path in sorted((tmp_path / "runs").iterdir())]
    rows = _rows(RayCrew(_orders(tmp_path / "far"), "ray", 2), tasks)
    _rows(Crew(_orders(tmp_path / "near"), 1), tasks)
    assert Counter(row.state for row in rows) == {"diagnosed": 8, "unreadable": 1}
    assert _written(tmp_path / "far") == _written(tmp_path / "near")
    again = _rows(RayCrew(_orders_again(tmp_path / "far"), "ray", 2), tasks)
    assert Counter(row.state for row in again) == {"there": 8, "unreadable": 1}


def _orders_again(folder: Path) -> Orders:
    return Orders(folder, Settings(), SALT)


def test_a_worker_that_is_killed_loses_no_run_and_pays_for_nothing_twice(cluster: None, tmp_path: Path) -> None:
    tasks, answered, lock = _runs(tmp_path / "runs", 6), Counter[str](), threading.Lock()
    killed = threading.Event()

    def script(body: dict[str, Any], number: int) -> Step:
        if number == 7 and not killed.is_set():
            killed.set()
            os.kill(_hands()[0], signal.SIGKILL)
        with lock:
            answered[json.dumps(body["messages"])] += 1
        return Step(_say(body))

    with serve(script) as server:
        settings = Settings(model="stub", base_url=server.url)
        orders = _orders(tmp_path / "out", settings, tmp_path / "state")
        rows = _rows(RayCrew(orders, "ray", 2), tasks)
    assert killed.is_set()
    assert [row.state for row in rows] == ["diagnosed"] * 6
    assert len(list((tmp_path / "out").iterdir())) == 6
    assert sum(times - 1 for times in answered.values()) <= 1  # what was on its way to the one that died


def test_one_budget_holds_over_all_workers(cluster: None, tmp_path: Path) -> None:
    tasks = _runs(tmp_path / "runs", 4)
    with serve(lambda body, _: Step(_say(body))) as server:
        settings = Settings(model="stub", base_url=server.url, limits=Limits(calls=9))
        rows = _rows(RayCrew(_orders(tmp_path / "out", settings, tmp_path / "state"), "ray", 2), tasks)
        assert server.calls == 9
    assert {row.state for row in rows} <= {"diagnosed", "not_begun"}
    assert any(row.holes or row.state == "not_begun" for row in rows)


def test_no_run_waits_for_ever_where_every_worker_dies(
    cluster: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = _runs(tmp_path / "runs", 1)
    monkeypatch.setattr(ray_crew, "MOST_TRIES", 1)

    def script(body: dict[str, Any], number: int) -> Step:
        for hand in _hands():
            os.kill(hand, signal.SIGKILL)
        return Step(_say(body))

    with serve(script) as server:
        orders = _orders(tmp_path / "out", Settings(model="stub", base_url=server.url), tmp_path / "state")
        (row,) = _rows(RayCrew(orders, "ray", 1), tasks)
    assert row.state == "unreadable"
    assert "ended" in row.trouble
