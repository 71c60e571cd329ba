"""How many tokens a diagnosis by a model sends, beside the tokens of the trace once its repeats are folded."""

import asyncio
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from agent.analyst.case import Case
from agent.analyst.model_analyst import ModelAnalyst
from agent.chunk.render import Renderer
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.model.asker import Asker
from agent.model.model import Request
from agent.tokens import count
from agent.trace.trace import Trace
from benchmarks.generate import WORDS
from benchmarks.row import Row, at_least, at_most
from benchmarks.stub import reply_text
from tests.agent.model.scripted_model import ScriptedModel

SIZES = (36_000, 75_000)
CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
LEAST, LARGEST_FILE, PER_FRAMEWORK = 30_000, 900_000, 3
"""Tokens of a real trace that is long enough, bytes of a file that is not too long, files tried of each framework."""


def run() -> list[Row]:
    return [*(row for size in SIZES for row in _rows(size)), *_real()]


def _rows(size: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        trace = Trace.open(_trace(Path(folder) / "run.log", size)).read()
        whole, letters = _rendered(trace), _letters(trace)
        trace.close()
    sent = _tokens(letters)
    name = f"{whole // 1000}k tokens in chunks of 12k"
    yield at_most(4.2, "tokens sent", name, sent, whole, "the trace", "tokens")
    yield at_least(
        0.5, "tokens sent", f"share a prefix cache serves, {name}", _shared(letters), sent, "all sent", "tokens"
    )


def _real() -> Iterator[Row]:
    """The median of real traces of many frameworks, with whatever programs find in them to follow up."""
    ratios: list[tuple[float, int, int, int]] = []
    for path in _paths():
        trace = Trace.open(path).read()
        whole = _rendered(trace)
        if whole >= LEAST:
            letters = _letters(trace)
            sent = _tokens(letters)
            ratios.append((sent / whole, sent, whole, _shared(letters)))
        trace.close()
    if ratios:
        _, sent, whole, _ = sorted(ratios)[len(ratios) // 2]
        name = f"median of {len(ratios)} real traces, {min(ratios)[0]:.2f} to {max(ratios)[0]:.2f}"
        yield at_most(4.2, "tokens sent", name, sent, whole, "the trace", "tokens")
        shares = sorted((shared / sent, shared, sent) for _, sent, _, shared in ratios)
        _, shared, sent = shares[len(shares) // 2]
        name = f"share a prefix cache serves, median of {len(shares)} real traces, least {shares[0][0]:.2f}"
        yield at_least(0.5, "tokens sent", name, shared, sent, "all sent", "tokens")


def _paths() -> Iterator[Path]:
    for framework in sorted(CORPUS.iterdir()) if CORPUS.is_dir() else ():
        files = [one for one in sorted(framework.rglob("*.*")) if one.is_file()]
        large = [one for one in files if 4 * LEAST < one.stat().st_size < LARGEST_FILE]
        yield from large[:: max(1, len(large) // PER_FRAMEWORK)][:PER_FRAMEWORK]


def _letters(trace: Trace) -> list[Request]:
    """Everything that a diagnosis of a trace sends."""
    letters: list[Request] = []

    def script(letter: Request) -> str:
        letters.append(letter)
        form = letter.response_format or {}
        return reply_text(form["json_schema"]["name"], letter.messages[1].text, 0)

    asyncio.run(_diagnose(trace, script))
    return letters


def _tokens(letters: list[Request]) -> int:
    return sum(count(message.text) for letter in letters for message in letter.messages)


async def _diagnose(trace: Trace, script: object) -> None:
    analyst = ModelAnalyst(Asker(ScriptedModel(script)), b"salt")  # type: ignore[arg-type]
    async for step in diagnose(trace, analyst):
        if isinstance(step, Done):
            return


def _rendered(trace: Trace) -> int:
    """The tokens of the whole trace as it is rendered, each event once."""
    renderer = Renderer(trace, Case(trace).redact)
    return sum(renderer.event(event, 10**9)[1] for event in trace.events)


def _shared(letters: list[Request]) -> int:
    """The tokens of each letter that begin like an earlier one."""
    texts: list[str] = []
    shared = 0
    for letter in letters:
        text = "\n".join(message.text for message in letter.messages)
        best = max((_common(text, other) for other in texts), default=0)
        shared += count(text[:best])
        texts.append(text)
    return shared


def _common(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[:middle]):
            low = middle
        else:
            high = middle - 1
    return low


def _trace(path: Path, size: int) -> Path:
    """A log of agents that repeat some of what they show, as large as wanted once that is folded."""
    chance = random.Random(3)
    shown = "\n".join(" ".join(chance.choices(WORDS, k=12)) for _ in range(12))
    rows: list[str] = []
    tokens = number = 0
    while tokens < size * 0.97:
        number += 1
        stamp = f"2026-03-01 {number // 60 % 24:02}:{number % 60:02}:00"
        words = " ".join(chance.choices(WORDS, k=chance.randrange(150, 500)))
        row = f"{stamp} INFO {chance.choice(('planner', 'coder', 'tester'))}: {words}"
        tokens += count(row) + 24
        rows.append(f"{row}\n{shown}" if number % 3 == 0 else row)
    path.write_text("\n".join(rows))
    return path
