"""A state folder that is full, cut short or damaged costs the memory of a run, and never the run."""

import asyncio
import json
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import empty_checkpoint

from agent.checkpoints.file_or_memory import FileOrMemorySaver
from agent.checkpoints.lease import Thread
from agent.checkpoints.saver import open_checkpoints
from agent.salt import NAME, SIZE, salt
from mast_tui.cli import main
from tests.agent.analyst.stage import FOUND, LOG
from tests.agent.model.judge import replies
from tests.agent.model.server import Step, serve

SAY = replies(FOUND)


@pytest.fixture
def diagnosed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    trace = tmp_path / "run.log"
    trace.write_text(LOG)

    def run(home: Path) -> tuple[int, Any, int]:
        monkeypatch.setenv("MAST_TUI_HOME", str(home))
        with serve(lambda body, number: Step(SAY(body))) as server:
            code = main(["diagnose", str(trace), "--json", "--yes", "--model", "stub", "--base-url", server.url])
            calls = server.calls
        return code, json.loads(capsys.readouterr().out or "null"), calls

    return run


@pytest.mark.parametrize("puts", [0, 1, 2, 5, 9])
def test_a_file_that_takes_nothing_more_stops_no_diagnosis(
    puts: int, diagnosed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some writes the database may not grow, as on a disk that is full."""
    plain, done = FileOrMemorySaver.aput, [0]

    async def aput(self: FileOrMemorySaver, *given: Any) -> RunnableConfig:
        if done[0] == puts:
            (pages,) = await (await self._connection.execute("PRAGMA page_count")).fetchone() or (1,)
            await self._connection.execute(f"PRAGMA max_page_count = {pages}")
        done[0] += 1
        return await plain(self, *given)

    monkeypatch.setattr(FileOrMemorySaver, "aput", aput)
    code, document, calls = diagnosed(tmp_path / "home")
    assert (code, calls) == (0, document["usage"]["calls"])
    assert document["coverage"]["percent"] == 100
    assert [one["mode"] for one in document["findings"]] == ["FM-1.1"]
    assert done[0] > puts


@pytest.mark.parametrize("damage", [b"", b"no database", os.urandom(8_192)], ids=["empty", "short", "random"])
def test_a_damaged_file_is_set_aside_and_the_next_run_keeps_its_state_again(
    damage: bytes, diagnosed: Any, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    code, first, calls = diagnosed(home)
    (state,) = (home / "checkpoints").glob("*.sqlite")
    state.write_bytes(damage)
    for _ in range(2):
        code, again, more = diagnosed(home)
        assert code == 0
        assert more == 0 or more == calls
        assert again["findings"] == first["findings"]
    with closing(sqlite3.connect(state)) as connection, connection:
        assert connection.execute("SELECT count(*) FROM checkpoints").fetchone()[0] > 0
    assert len(list((home / "checkpoints").glob("*-broken"))) == bool(damage)


async def test_what_was_set_aside_is_forgotten_with_the_rest(tmp_path: Path) -> None:
    thread = Thread(tmp_path / "state", "t")
    thread.folder.mkdir()
    thread.path.write_bytes(b"no database at all")
    config: RunnableConfig = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
    async with open_checkpoints(thread) as saver:
        await saver.aput(config, empty_checkpoint(), {}, {})
        assert await saver.aget_tuple(config) is not None
    assert len(list(thread.folder.iterdir())) == 2
    thread.forget()
    assert list(thread.folder.iterdir()) == []


async def test_a_write_that_is_cancelled_within_its_transaction_leaves_the_file_to_the_next(tmp_path: Path) -> None:
    thread = Thread(tmp_path, "t")
    config: RunnableConfig = {"configurable": {"thread_id": "t", "checkpoint_ns": ""}}
    async with open_checkpoints(thread) as saver:
        assert isinstance(saver, FileOrMemorySaver)
        await saver.aput(config, empty_checkpoint(), {}, {})
        writing = asyncio.create_task(saver.aput(config, empty_checkpoint(), {}, {}))
        while not (saver._connection.in_transaction or writing.done()):
            await asyncio.sleep(0)
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing
        await saver.finish()
        with closing(sqlite3.connect(thread.path, timeout=0)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert other.execute("SELECT count(*) FROM checkpoints").fetchone() == (2,)


@pytest.mark.parametrize("kept", [b"", b"half", b"x" * (SIZE + 1)])
def test_a_number_that_was_not_written_whole_is_made_anew_and_then_stays(kept: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(kept)
    made = salt(tmp_path)
    assert len(made) == SIZE
    assert salt(tmp_path) == made
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
