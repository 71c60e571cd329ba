"""Opens the state of a graph: strict, in a private file, which is set aside where it is damaged, or in memory."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from agent.checkpoints.lease import PRIVATE_FILE, Thread, make_private_folder


def strict() -> JsonPlusSerializer:
    """A serializer that brings back plain values and nothing that could run."""
    return JsonPlusSerializer(pickle_fallback=False, allowed_msgpack_modules=None)


@asynccontextmanager
async def open_checkpoints(thread: Thread | None) -> AsyncIterator[BaseCheckpointSaver[Any]]:
    """The state of a thread, made private before anything is written; in memory where there is no thread."""
    if thread is None:
        yield InMemorySaver(serde=strict())
        return
    import aiosqlite

    from agent.checkpoints.file_or_memory import FileOrMemorySaver, is_sound

    try:
        make_private_folder(thread.folder)
        os.close(os.open(thread.path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
        if not await asyncio.to_thread(is_sound, str(thread.path)):
            thread.set_aside()
            os.close(os.open(thread.path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    except OSError:
        yield InMemorySaver(serde=strict())
        return
    async with aiosqlite.connect(thread.path) as connection:
        saver = FileOrMemorySaver(connection, serde=strict())
        try:
            yield saver
        finally:
            await saver.finish()
