"""Analysts for tests of the walk: they note when each judgement begins and ends, and take their time."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.analyst.analyst import Judgement
from agent.analyst.case import Case
from agent.analyst.offline import OfflineAnalyst
from agent.chunk.chunks import Chunk
from agent.diagnosis.claim import Grounded


class SlowAnalyst(OfflineAnalyst):
    """The offline analyst with a pause in each judgement, and a log of what it did."""

    def __init__(self, log: Path, pause: float, gate: Path | None = None) -> None:
        super().__init__()
        self._log = log
        self._pause = pause
        self._gate = gate

    def _note(self, what: str) -> None:
        with self._log.open("a") as file:
            file.write(what + "\n")

    async def judge(
        self, case: Case, category: str, chunk: Chunk, outline: dict[str, Any], so_far: Sequence[Grounded]
    ) -> Judgement:
        """Judge as offline, slowly."""
        self._note(f"start {category}/{chunk.number}")
        await asyncio.sleep(self._pause)
        while self._gate is not None and not self._gate.exists():
            await asyncio.sleep(0.01)
        judgement = await super().judge(case, category, chunk, outline, so_far)
        self._note(f"end {category}/{chunk.number}")
        return judgement
