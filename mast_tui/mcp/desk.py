"""What every tool may use: the traces, and who diagnoses them."""

import asyncio
from collections.abc import Awaitable, Callable

from agent.diagnosis.document_parts import Diagnosis
from mast_tui.diagnosis.known_diagnosis import offline_diagnosis
from mast_tui.mcp.given import BadRequest
from mast_tui.mcp.shelf import Held, Shelf

ByModel = Callable[[Held], Awaitable[Diagnosis]]
ANALYSTS = ("", "saved", "offline", "model")


class Desk:
    """The traces and the diagnoses about them; a model is asked only where whoever started the server said so."""

    def __init__(self, shelf: Shelf, by_model: ByModel | None = None) -> None:
        self.shelf = shelf
        self._by_model = by_model

    def diagnosis(self, held: Held, analyst: str = "") -> Diagnosis:
        """The diagnosis that is named or saved; where none is, one is made offline."""
        material = held.material
        if analyst not in ANALYSTS:
            raise BadRequest(f"analyst is one of {', '.join(filter(None, ANALYSTS))}.")
        if analyst == "model":
            if self._by_model is None:
                raise BadRequest("No model may be asked: the server was started without --model and --yes.")
            material.diagnosis = asyncio.run(self._asked(held, self._by_model))
        elif analyst == "offline" and (material.diagnosis is None or material.diagnosis.made_by.asked_a_model):
            return asyncio.run(offline_diagnosis(material.case, None))
        elif analyst == "saved" and material.diagnosis is None:
            raise BadRequest("No diagnosis of this trace is saved.")
        elif material.diagnosis is None:
            material.diagnosis = asyncio.run(offline_diagnosis(material.case, None))
        diagnosis = material.diagnosis
        assert diagnosis is not None  # noqa: S101 - one of the branches above has made it
        return diagnosis

    async def _asked(self, held: Held, by_model: ByModel) -> Diagnosis:
        return await by_model(held)
