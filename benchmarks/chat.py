"""How many tokens a question takes beside sending the trace, and what was read for them."""

import asyncio
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from agent.analyst.offline import OfflineAnalyst
from agent.chat.answer_progress import Answered
from agent.chat.ask import ask
from agent.chat.material import Material
from agent.diagnosis.document_parts import Quoted
from agent.graph.diagnose import diagnose
from agent.graph.progress import Done
from agent.lookup.exact_search import SearchWords, lines_with
from agent.lookup.word_index import LEFT_OUT
from agent.model.asker import Asker
from agent.model.model import Request, Said, ToolCall
from agent.settings import WHOLE_TOKENS as SENT_WHOLE
from agent.tokens import count
from agent.trace.trace import Trace
from benchmarks.row import Row, at_least
from tests.agent.model.scripted_model import ScriptedModel

SHARED = Path(__file__).resolve().parents[2] / "shared"
SAVED = 0.6
READS, AROUND, WORDS = 3, 6, 6
ENOUGH = 0.7


@dataclass(frozen=True, slots=True)
class Need:
    """A line that a question is about, and where it is known from."""

    kind: str
    line: int
    finding: str | None = None


@dataclass(slots=True)
class Spent:
    """What one question took."""

    kind: str
    whole: int
    prompt: int
    shown: bool

    @property
    def saved(self) -> float:
        """The share of the trace's tokens that was not sent."""
        return 1 - self.prompt / self.whole


@dataclass
class Reader:
    """Asks for what a model would: the finding or a search, then the lines around, again where they do not fit."""

    need: Need
    words: list[str]
    hits: list[int] = field(default_factory=list)
    reads: int = 0
    prompt: int = 0
    shown: bool = False

    def __call__(self, letter: Request) -> Said:
        """The next step."""
        self.prompt += _tokens(letter)
        texts = [message.text for message in letter.messages[1:]]
        self.shown = self.shown or any(re.search(rf"^{self.need.line}\| ", text, re.MULTILINE) for text in texts)
        if len(letter.messages) == 2:
            if self.need.finding is not None:
                return _call("findings", {"id": self.need.finding})
            return _call("search", {"words": " ".join(self.words)})
        if not self.reads:
            places = r"^(?:act|reference) L(\d+)" if self.need.finding else r"^(\d+)\| @"
            self.hits = [int(number) for number in re.findall(places, texts[-1], re.MULTILINE)]
        if self.reads < min(READS, len(self.hits)) and not self._reads_right(texts[2:]):
            place = self.hits[self.reads]
            self.reads += 1
            return _call("read_lines", {"first": max(1, place - AROUND), "last": place + AROUND})
        return Said(f"It stands there (L{self.hits[max(0, self.reads - 1)] if self.hits else 1}).", (), "stop")

    def _reads_right(self, texts: list[str]) -> bool:
        """Whether a line was read that holds what the question asks for."""
        if self.need.finding is not None:
            return self.reads > 0
        rows = [row.casefold() for text in texts[2:] for row in text.split("\n")]
        return any(sum(word.casefold() in row for word in self.words) >= ENOUGH * len(self.words) for row in rows)


def run() -> list[Row]:
    return [*_on_the_corpus()] if SHARED.is_dir() else []


def _on_the_corpus() -> Iterator[Row]:
    asked = asyncio.run(_ask_all())
    by_trace = [one.saved for one in asked]
    total = 1 - sum(one.prompt for one in asked) / sum(one.whole for one in asked)
    saved = median(by_trace)
    yield at_least(SAVED, "chat", f"prompt tokens saved, median of {len(asked)}", saved, 1, "all", "")
    yield at_least(SAVED, "chat", "prompt tokens saved, in total", total, 1, "all", "")
    for kind in dict.fromkeys(one.kind for one in asked):
        some = [one for one in asked if one.kind == kind]
        share = sum(one.shown for one in some) / len(some)
        yield at_least(0.9, "chat", f"needed line was read: {kind} ({len(some)})", share, 1, "always", "")


async def _ask_all() -> list[Spent]:
    asked: list[Spent] = []
    labels = _labels()
    for path in sorted(path for path in (SHARED / "corpus").rglob("*") if path.is_file()):
        if path.parent.name == "corpus":
            continue
        trace = Trace.open(path).read()
        whole = sum(count(trace.text(event)) for event in trace.events)
        if whole > SENT_WHOLE:
            material = Material(trace)
            async for progress in diagnose(trace, OfflineAnalyst()):
                if isinstance(progress, Done):
                    material.diagnosis = progress.diagnosis
            for need in _needs(material, labels.get(hashlib.sha256(path.read_bytes()).hexdigest())):
                asked.append(await _ask(material, need, whole))
        trace.close()
    return asked


async def _ask(material: Material, need: Need, whole: int) -> Spent:
    words = _words(material, need.line)
    reader = Reader(need, words)
    question = f"Why does {need.finding} hold?" if need.finding else f"Where is it said that {' '.join(words)}?"
    async for progress in ask(material, question, asker=Asker(ScriptedModel(reader))):
        if isinstance(progress, Answered):
            return Spent(need.kind, whole, reader.prompt, reader.shown)
    raise AssertionError("an answer ends with Answered")


def _needs(material: Material, label: Any) -> Iterator[Need]:
    """A line known from a finding, one from a hint, one from a label, one from the middle of the trace."""
    assert material.diagnosis is not None
    for finding in material.diagnosis.findings[:1]:
        quoted = [record for record in finding.evidence if isinstance(record, Quoted) and record.part == "act"]
        if quoted:
            yield Need("finding", quoted[0].lines[0], finding.id)
    for hint in material.diagnosis.hints[:1]:
        yield from _telling("hint", material, *hint.lines)
    events = material.trace.events
    if label is not None:
        event = next((one for one in events if label(one)), None)
        if event is not None:
            yield from _telling("label", material, *event.lines)
    middle = events.at_line(max(1, events.lines // 2))
    yield from _telling("middle", material, events.lines // 2, max(middle.lines[1], events.lines // 2 + 500))


def _telling(kind: str, material: Material, first: int, last: int) -> Iterator[Need]:
    """The first line that has enough words to be asked for by them, and that stands in the trace once."""
    for number in range(max(1, first), min(last, material.trace.events.lines) + 1):
        event = material.trace.events.at_line(number)
        words = _words(material, number)
        if event.is_act and event.kind not in LEFT_OUT and len(words) == WORDS:
            alike = (seen for seen in lines_with(material.trace, SearchWords(tuple(words[:3]), "anywhere")))
            if sum(all(word in seen.text for word in words) for seen in alike) == 1:
                yield Need(kind, number)
                return


def _words(material: Material, line: int) -> list[str]:
    """A few words of a line, as somebody remembers it: the longest, not in their order."""
    text = next(material.trace.lines(line, line), "")[:2_000]
    words = dict.fromkeys(re.findall(r"[A-Za-z]{4,20}", text))
    return sorted(words, key=lambda word: (-len(word), word))[:WORDS]


def _labels() -> dict[str, Any]:
    """For the hash of a file: what tells the labelled event."""
    labels: dict[str, Any] = {}
    manifest = json.loads((SHARED / "corpus" / "manifest.json").read_text("utf-8"))
    hashes = {one["path"]: one["sha256"] for one in manifest["files"]}
    steps = json.loads((SHARED / "labels" / "whoandwhen_mast.json").read_text("utf-8"))["records"]
    for one in steps:
        if one.get("corpus_path") in hashes and one.get("mistake_step") is not None:
            record = int(one["mistake_step"]) + 1
            labels[hashes[one["corpus_path"]]] = lambda event, record=record: event.record == record
    experts = json.loads((SHARED / "labels" / "expert_labels.json").read_text("utf-8"))["records"]
    for one in experts:
        lines = [line for label in one["labels"].values() for line in label["evidence_lines"][:1]]
        if lines:
            first = lines[0] if isinstance(lines[0], int) else lines[0][0]
            labels[one["sha256"]] = lambda event, at=first: event.source_lines[0] <= at <= event.source_lines[1]
    return labels


def _tokens(letter: Request) -> int:
    """The tokens of a whole request: messages, calls and the tools that are offered."""
    texts = [message.text for message in letter.messages]
    texts += [f"{call.name} {call.arguments}" for message in letter.messages for call in message.calls]
    texts += [json.dumps([tool.name, tool.what, dict(tool.parameters)]) for tool in letter.tools]
    return sum(map(count, texts))


def _call(name: str, given: dict[str, Any]) -> Said:
    return Said("", (ToolCall("1", name, json.dumps(given)),), "tool_calls")
