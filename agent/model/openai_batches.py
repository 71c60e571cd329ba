"""OpenAI's Batch API: a file of requests goes up, and after minutes or a day files of answers and errors come back."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from agent.model.faults import Fault, Status
from agent.model.openai_model import OpenAIModel
from agent.model.responses import classify_exception

ENDPOINT: Final = "/v1/chat/completions"
WINDOW: Final = "24h"
MARK = "mast_tui_stage"
"""The note on a batch by which it is found again where a process died before it could write its id down."""
LISTED = 100


@dataclass(frozen=True, slots=True)
class BatchState:
    """How far a batch is, as the server says."""

    id: str
    status: str
    completed: int
    failed: int
    total: int
    output: str | None
    errors: str | None
    why: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.status in ("completed", "failed", "expired", "cancelled")


class OpenAIBatches:
    """The batches of one account at one server."""

    def __init__(self, model: OpenAIModel, key: str | None, seconds: float) -> None:
        self._model, self._key, self._seconds = model, key, seconds

    async def submit(self, path: Path, mark: str) -> str:
        """The id of a batch for a file of requests: one that was made of it before, else a new one."""
        client = await self._model.opened()
        try:
            async for batch in client.batches.list(limit=LISTED):
                if (batch.metadata or {}).get(MARK) == mark and batch.status not in ("failed", "cancelled"):
                    return str(batch.id)
            with path.open("rb") as file:
                file_sent = await client.files.create(file=(path.name, file), purpose="batch")
            made = await client.batches.create(
                input_file_id=file_sent.id, endpoint=ENDPOINT, completion_window=WINDOW, metadata={MARK: mark}
            )
        except Exception as error:  # noqa: BLE001 - whatever the library raises becomes a fault by name
            raise self._fault(error) from None
        return str(made.id)

    async def state(self, id: str) -> BatchState:
        """How far a batch is."""
        client = await self._model.opened()
        try:
            return _state(await client.batches.retrieve(id))
        except Exception as error:  # noqa: BLE001 - as above
            raise self._fault(error) from None

    async def cancel(self, id: str) -> BatchState:
        """Stop a batch; what was answered by then still comes."""
        client = await self._model.opened()
        try:
            return _state(await client.batches.cancel(id))
        except Exception as error:  # noqa: BLE001 - as above
            raise self._fault(error) from None

    async def fetch(self, file: str, path: Path) -> None:
        """Bring a file of answers here, however large it is."""
        client = await self._model.opened()
        try:
            async with client.files.with_streaming_response.content(file) as response:
                with path.open("wb") as held:
                    async for part in response.iter_bytes():
                        held.write(part)
        except Exception as error:  # noqa: BLE001 - as above
            raise self._fault(error) from None

    async def close(self) -> None:
        """Let go of the connection."""
        await self._model.close()

    def _fault(self, error: Exception) -> Fault:
        fault = classify_exception(error, self._key, self._seconds)
        if fault.status is Status.NO_ENDPOINT:
            fault.says = "no batches are served at this address; --batch-files writes the requests for other engines"
        return fault


def _state(batch: Any) -> BatchState:
    counts = batch.request_counts
    errors = getattr(batch.errors, "data", None) or []
    why = "; ".join(str(each.message) for each in errors[:3] if each.message)
    return BatchState(
        str(batch.id),
        str(batch.status),
        int(counts.completed) if counts else 0,
        int(counts.failed) if counts else 0,
        int(counts.total) if counts else 0,
        batch.output_file_id,
        batch.error_file_id,
        why,
    )


def answer_in(line: Mapping[str, Any]) -> tuple[str, dict[str, Any] | None]:
    """The key of one line of an answer file, and its response; None for a request that was not answered at all."""
    key, response = str(line.get("custom_id") or ""), line.get("response")
    if not isinstance(response, Mapping) or not isinstance(response.get("body"), Mapping):
        return key, None
    status = response.get("status_code")
    return key, {"status": status if isinstance(status, int) else 200, "body": dict(response["body"])}
