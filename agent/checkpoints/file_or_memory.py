"""Checkpoints in a file for as long as it takes them, and in memory from then on: a full disk stops no work."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

Kept = TypeVar("Kept")


class FileOrMemorySaver(BaseCheckpointSaver[str]):
    """A saver that loses nothing but its memory of this run when its file takes nothing more."""

    def __init__(self, connection: aiosqlite.Connection, serde: SerializerProtocol) -> None:
        super().__init__(serde=serde)
        self._connection = connection
        self._file = AsyncSqliteSaver(connection, serde=serde)
        self._is_full = False
        self._held: dict[tuple[str, str], CheckpointTuple] = {}
        self._under_way: set[asyncio.Task[Any]] = set()

    async def finish(self) -> None:
        """Wait for what is being written: a connection that closes within a transaction keeps the file locked."""
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def _whole(self, work: Coroutine[Any, Any, Kept]) -> Kept:
        """Do this to its end also when whoever asked for it is cancelled meanwhile."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has it, or is cancelled and wants it no more

    def get_next_version(self, current: str | None, channel: None) -> str:
        """The version after another, as the file numbers them."""
        return self._file.get_next_version(current, channel)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The latest checkpoint, from memory where the file did not take it."""
        saved = self._held.get(_place(config))
        if saved is not None:
            return saved
        try:
            return await self._whole(self._file.aget_tuple(config))
        except sqlite3.Error:
            self._is_full = True
            return None

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """The checkpoints that the file holds, the latest first."""
        async for one in self._file.alist(config, filter=filter, before=before, limit=limit):
            yield one

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
                return await self._whole(self._file.aput(config, checkpoint, metadata, new_versions))
            except sqlite3.Error:
                await self._give_up()
        thread, space = _place(config)
        place: RunnableConfig = {
            "configurable": {"thread_id": thread, "checkpoint_ns": space, "checkpoint_id": checkpoint["id"]}
        }
        whole = self.serde.loads_typed(self.serde.dumps_typed(checkpoint))
        self._held[thread, space] = CheckpointTuple(place, whole, metadata, None, [])
        return place

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep what one step has brought, until the next checkpoint holds it."""
        if not self._is_full:
            try:
                return await self._whole(self._file.aput_writes(config, writes, task_id, task_path))
            except sqlite3.Error:
                await self._give_up()
        saved = self._held.get(_place(config))
        if saved is not None and saved.pending_writes is not None:
            saved.pending_writes.extend((task_id, channel, value) for channel, value in writes)
        return None

    async def adelete_thread(self, thread_id: str) -> None:
        """Forget a thread, as far as the file lets itself be changed."""
        self._held = {place: kept for place, kept in self._held.items() if place[0] != thread_id}
        try:
            await self._whole(self._file.adelete_thread(thread_id))
        except sqlite3.Error:
            await self._give_up()

    async def _give_up(self) -> None:
        self._is_full = True
        with suppress(sqlite3.Error):
            await self._connection.rollback()


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
