"""What every tool of the server may use: the open traces, and the diagnosis of each."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from agent.diagnosis.document_parts import Diagnosis
from mast_tui.diagnosis.known_diagnosis import offline_diagnosis
from mast_tui.mcp.arguments import BadRequest
from mast_tui.mcp.open_traces import OpenTrace, OpenTraces

ByModel = Callable[[OpenTrace], Coroutine[Any, Any, Diagnosis]]
ANALYSTS = ("", "saved", "offline", "model")


class ToolContext:
    """The traces and the diagnoses about them; a model is asked only where whoever started the server said so."""

    def __init__(self, traces: OpenTraces, by_model: ByModel | None = None) -> None:
        self.traces = traces
        self._by_model = by_model

    def diagnosis(self, opened: OpenTrace, analyst: str = "") -> Diagnosis:
        """The diagnosis that is named or saved; where none is, one is made offline."""
        material = opened.material
        if analyst not in ANALYSTS:
            raise BadRequest(f"analyst is one of {', '.join(filter(None, ANALYSTS))}.")
        if analyst == "model":
            if self._by_model is None:
                raise BadRequest("No model may be asked: the server was started without --model and --yes.")
            material.diagnosis = asyncio.run(self._by_model(opened))
        elif analyst == "offline" and (material.diagnosis is None or material.diagnosis.made_by.asked_a_model):
            return asyncio.run(offline_diagnosis(material.case, None))
        elif analyst == "saved" and material.diagnosis is None:
            raise BadRequest("No diagnosis of this trace is saved.")
        elif material.diagnosis is None:
            material.diagnosis = asyncio.run(offline_diagnosis(material.case, None))
        diagnosis = material.diagnosis
        assert diagnosis is not None  # noqa: S101 - one of the branches above has made it
        return diagnosis
