"""The offline diagnosis of a trace, narrated while it is made."""

import asyncio
from pathlib import Path

from agent.analyst.case import Case
from agent.diagnosis.document_parts import Diagnosis
from mast_tui.cli import consent
from mast_tui.diagnosis.known_diagnosis import offline_diagnosis


async def told_offline_diagnosis(case: Case, folder: Path | None) -> Diagnosis:
    """What the offline analyst concludes, told on stderr while it goes on and kept for the next time."""
    teller = consent.Teller()
    ticking = asyncio.create_task(teller.tick())
    try:
        return await offline_diagnosis(case, folder, teller.tell)
    finally:
        ticking.cancel()
        teller.end()
