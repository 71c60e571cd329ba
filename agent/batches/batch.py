"""A batch from its first stage to its last: gathers, sends off, takes answers in, and goes on."""

import asyncio
import hashlib
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.batches.batch_state import BatchFolder, Submitted, Work, lines_of, write_requests
from agent.batches.stages import Book, Stage, half, walk
from agent.errors import Unfinished, WrongUse
from agent.many_diagnoses.orders import Orders, Task
from agent.model.faults import Fault
from agent.model.openai_batches import BatchState, OpenAIBatches, answer_in
from agent.model.request_tokens import body_tokens
from agent.settings import Limits

MOST_REQUESTS, MOST_BYTES = 50_000, 190 * 1024 * 1024
"""What one file may hold."""
MOST_TIMES = 3
"""How often a request goes out that nobody answers."""
GIVEN_UP = {"status": 500, "body": {"error": {"message": "no batch answered it"}}}
PASSING = frozenset({408, 409, 425, 429})


@dataclass(frozen=True)
class Estimate:
    """What a stage would send and cost."""

    requests: int
    tokens: int
    dollars: float | None


class Batch:
    """One batch, whose state is in a folder."""

    def __init__(self, folder: BatchFolder, work: Work, orders: Orders) -> None:
        self.folder, self.work, self._orders = folder, work, orders

    @property
    def state_folder(self) -> Path:
        """The state folder of the person."""
        return self.folder.place.parent.parent

    async def gather(self, told: Callable[[], None]) -> Stage:
        """Walk every run as far as answers are at hand."""
        book = Book(self.folder.book())
        keys = set(book.keys)
        tasks = [Task(path) for path in self.work.paths]
        stage = await walk(self._orders, tasks, self._answer, book, told)
        self.folder.keep_book(book.keys - keys)
        return stage

    def _answer(self, key: str) -> Mapping[str, Any] | None:
        answer = self.folder.answer(key)
        return GIVEN_UP if answer is None and self.folder.times(key) >= MOST_TIMES else answer

    def estimate(self, stage: Stage) -> Estimate:
        """What the stage would take at most."""
        sent = answered = 0
        for body in stage.requests.values():
            sent += body_tokens(body)
            answered += int(body.get("max_tokens") or body.get("max_completion_tokens") or 0)
        price = half(self._orders.price)
        return Estimate(len(stage.requests), sent, price.of_tokens(sent, 0, answered) if price else None)

    def check(self, estimate: Estimate, limits: Limits) -> None:
        """Refuse a stage that a budget does not bear."""
        for most, now, noun in (
            (limits.calls, estimate.requests, "calls"),
            (limits.tokens, estimate.tokens, "tokens"),
            (limits.cost_usd, estimate.dollars or 0.0, "US dollars"),
        ):
            if most is not None and now > most:
                raise Unfinished(
                    "The next stage would take more than its budget.",
                    f"{now:,.2f} {noun} at most; {most:,} are allowed.",
                    "Raise the budget and resume: nothing was sent.",
                )

    async def send_off(self, stage: Stage, server: OpenAIBatches | None) -> None:
        """Write the stage's requests, and give them to a server where there is one."""
        work = self.work
        work.stage += 1
        work.questions, work.batches = dict(sorted(stage.names.items())), []
        place = Path(work.files) if work.files is not None else self.folder.place
        for path, held in write_requests(place, work.stage, stage.requests, MOST_REQUESTS, MOST_BYTES):
            mark = f"{hashlib.sha256(path.read_bytes()).hexdigest()[:40]}-{work.stage}"
            work.batches.append(Submitted(mark, held, path.name if server is None else None))
        self.folder.asked(stage.requests)
        self.folder.write(work)
        if server is not None:
            await self.submit(server)

    async def submit(self, server: OpenAIBatches) -> None:
        """Give the files that no server has yet to one; what a dead process gave it before is found again."""
        for part, each in enumerate(self.work.batches, 1):
            if each.id is None:
                path = self.folder.place / f"stage-{self.work.stage:03}-{part}.jsonl"
                each.id = await self._asked(server.submit(path, each.mark))
                each.status = "validating"
                self.folder.write(self.work)

    async def look(self, server: OpenAIBatches) -> list[BatchState]:
        """How far the batches of this stage are."""
        states = [await self._asked(server.state(each.id)) for each in self.work.batches if each.id is not None]
        for each, state in zip((one for one in self.work.batches if one.id is not None), states, strict=True):
            each.status = state.status
        self.folder.write(self.work)
        return states

    async def take_in(self, server: OpenAIBatches, states: list[BatchState]) -> int:
        """Take in what the batches that are over have brought; how many answers that were."""
        taken = 0
        for state in states:
            if state.status == "failed" and not state.completed:
                why = state.why or "it says no reason"
                raise Unfinished("The server refused a batch.", f"{state.id}: {why}.", "Cancel it, and start anew.")
            for name in (state.output, state.errors):
                if name is not None:
                    with tempfile.TemporaryDirectory(dir=self.folder.place) as folder:
                        path = Path(folder) / "answers.jsonl"
                        await self._asked(server.fetch(name, path))
                        taken += self.folder.take(_answers(path))
        return taken

    def take_files(self) -> tuple[int, list[str]]:
        """Take in the answers that lie beside the requests, and say which files are missing."""
        if self.work.files is None:
            raise WrongUse("This batch is at a server.", "There are no files.", "Use `mast-tui batch resume`.")
        place, taken, missing = Path(self.work.files), 0, []
        for each in self.work.batches:
            stem = (each.id or "").removesuffix(".jsonl")
            files = [path for path in sorted(place.glob(f"{stem}*.jsonl")) if path.name != each.id and path.is_file()]
            if not files:
                missing.append(f"{stem}-answers.jsonl")
            for path in files:
                taken += self.folder.take(_answers(path))
        return taken, missing

    async def cancel(self, server: OpenAIBatches) -> list[BatchState]:
        """Stop what is under way."""
        states = []
        for each in self.work.batches:
            if each.id is not None and each.status not in ("completed", "failed", "expired", "cancelled"):
                states.append(await self._asked(server.cancel(each.id)))
                each.status = states[-1].status
        self.work.is_cancelled = True
        self.folder.write(self.work)
        return states

    async def _asked(self, coming: Any) -> Any:
        try:
            return await coming
        except Fault as fault:
            raise fault.error(self._orders.settings.host or "the server") from None


def _answers(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The responses of a file that answer for good; what only failed for now is asked again."""
    for line in lines_of(path):
        key, kept = answer_in(line)
        if key and kept is not None and kept["status"] < 500 and kept["status"] not in PASSING:
            yield key, kept


async def wait(seconds: float) -> None:
    """Leave the server alone for a while."""
    await asyncio.sleep(seconds)
