"""What a node of the graph needs beside the state, and what is never saved: the case, the analyst, how many at once."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from agent.analyst.analyst import Analyst
from agent.analyst.case import Case


@dataclass
class Context:
    """One running diagnosis."""

    case: Case
    analyst: Analyst
    at_once: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(8))
    checked: dict[str, Any] | None = None
    """How the analyst fared on runs whose failure is known, as the document has it."""
