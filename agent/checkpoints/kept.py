"""Checkpoints in a file for as long as it takes them, and in memory from then on: a full disk stops no work."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver


class KeptSaver(AsyncSqliteSaver):
    """A saver that loses nothing but its memory of this run when its file takes nothing more."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._is_full = False
        self._held: dict[tuple[str, str], CheckpointTuple] = {}

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The latest checkpoint, from memory where the file did not take it."""
        held = self._held.get(_place(config))
        if held is not None:
            return held
        try:
            return await super().aget_tuple(config)
        except sqlite3.Error:
            self._is_full = True
            return None

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint, which holds the whole state."""
        if not self._is_full:
            try:
                return await super().aput(config, checkpoint, metadata, new_versions)
            except sqlite3.Error:
                await self._give_up()
        thread, space = _place(config)
        made: RunnableConfig = {
            "configurable": {"thread_id": thread, "checkpoint_ns": space, "checkpoint_id": checkpoint["id"]}
        }
        whole = self.serde.loads_typed(self.serde.dumps_typed(checkpoint))
        self._held[thread, space] = CheckpointTuple(made, whole, metadata, None, [])
        return made

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep what one step has brought, until the next checkpoint holds it."""
        if not self._is_full:
            try:
                return await super().aput_writes(config, writes, task_id, task_path)
            except sqlite3.Error:
                await self._give_up()
        held = self._held.get(_place(config))
        if held is not None and held.pending_writes is not None:
            held.pending_writes.extend((task_id, channel, value) for channel, value in writes)
        return None

    async def adelete_thread(self, thread_id: str) -> None:
        """Forget a thread, as far as the file lets itself be changed."""
        self._held = {place: kept for place, kept in self._held.items() if place[0] != thread_id}
        try:
            await super().adelete_thread(thread_id)
        except sqlite3.Error:
            await self._give_up()

    async def _give_up(self) -> None:
        self._is_full = True
        with suppress(sqlite3.Error):
            await self.conn.rollback()


def _place(config: RunnableConfig) -> tuple[str, str]:
    parts = config["configurable"]
    return str(parts["thread_id"]), str(parts.get("checkpoint_ns", ""))


def is_sound(path: str) -> bool:
    """Whether a file is a database that can be read; one that is empty or busy is."""
    try:
        connection = sqlite3.connect(path)
    except sqlite3.Error:
        return True
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.OperationalError:
        return True
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()
