"""Questions in the words of people who labelled traces, about lines they named: what is read where nobody tuned it."""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agent.chat.answer_progress import Answered
from agent.chat.ask import ask
from agent.chat.citations import of_quote
from agent.chat.material import Material
from agent.model.asker import Asker
from agent.model.model import Request, Said, ToolCall
from agent.settings import WHOLE_TOKENS as SENT_WHOLE
from agent.tokens import count
from agent.trace.trace import Trace
from benchmarks.row import Row, at_least
from tests.agent.model.scripted_model import ScriptedModel

SHARED = Path(__file__).resolve().parents[2] / "shared"
READS, AROUND, WORDS = 4, 6, 8
_COMMON = frozenset(
    "about above after agent agents also another because been before being could does doing done error errors "
    "even fail failed fails have incorrect instead into model more most only other output should step steps such "
    "system task than that their them then there these they this those through used uses using were what when "
    "where which while will with without would wrong".split()
)


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody said went wrong in a trace, and the lines they meant."""

    path: Path
    said: str
    first: int
    last: int


@dataclass
class Reader:
    """Searches for the words of the question once, and reads around the first hits."""

    told: Told
    hits: list[int] = field(default_factory=list)
    reads: int = 0
    prompt: int = 0
    shown: set[int] = field(default_factory=set)

    def __call__(self, letter: Request) -> Said:
        """The next step."""
        texts = [message.text for message in letter.messages[1:]]
        self.prompt += sum(count(message.text) for message in letter.messages)
        self.prompt += sum(
            count(f"{tool.name} {tool.what} {json.dumps(dict(tool.parameters))}") for tool in letter.tools
        )
        for text in texts:
            self.shown.update(int(number) for number in re.findall(r"^(\d+)\| ", text, re.MULTILINE))
        if len(letter.messages) == 2:
            return _call("search", {"words": " ".join(_words(self.told.said))})
        if not self.reads:
            self.hits = [int(number) for number in re.findall(r"^(\d+)\| @", texts[-1], re.MULTILINE)]
        if self.reads < min(READS, len(self.hits)):
            place = self.hits[self.reads]
            self.reads += 1
            return _call("read_lines", {"first": max(1, place - AROUND), "last": place + AROUND})
        return Said("Not in this trace.", (), "stop")

    @property
    def is_right(self) -> bool:
        """Whether a line that was meant is among those that were shown."""
        return any(self.told.first <= line <= self.told.last for line in self.shown)


def run() -> list[Row]:
    """What share of the lines was shown, beside reading as often anywhere."""
    if not SHARED.is_dir():
        return []
    return list(_rows(asyncio.run(_ask_all())))


def _rows(asked: list[tuple[str, bool, float]]) -> Iterator[Row]:
    for kind in dict.fromkeys(kind for kind, _, _ in asked):
        some = [(right, chance) for one, right, chance in asked if one == kind]
        share, chance = (sum(column) / len(some) for column in zip(*some, strict=True))
        what = f"line that a person named was read: {kind} ({len(some)})"
        yield at_least(1.0, "chat", what, share, chance, "as many readings anywhere", "")


async def _ask_all() -> list[tuple[str, bool, float]]:
    """For each label: its kind, whether a line that was meant was shown, and how likely that is by chance."""
    asked = []
    for kind, all_told in (("spans", _spans()), ("steps", _steps())):
        for path, several in all_told:
            trace = Trace.open(path).read()
            if sum(count(trace.text(event)) for event in trace.events) > SENT_WHOLE:
                material = Material(trace)
                for told in _placed(material, path, several):
                    reader = Reader(told)
                    async for progress in ask(material, told.said, asker=Asker(ScriptedModel(reader))):
                        if isinstance(progress, Answered):
                            asked.append((kind, reader.is_right, _chance(reader, trace.events.lines)))
            trace.close()
    return asked


def _chance(reader: Reader, lines: int) -> float:
    """How likely as many readings of as many lines, laid anywhere, touch a line that was meant."""
    meant = reader.told.last - reader.told.first + 1
    return float(1 - (1 - min(1.0, (meant + 2 * AROUND) / lines)) ** reader.reads)


def _placed(material: Material, path: Path, several: list[tuple[str, str | int]]) -> Iterator[Told]:
    """The labels whose place is found: by words that stand in the trace, or by the number of a record."""
    for said, place in several:
        if isinstance(place, int):
            event = next((one for one in material.trace.events if one.record == place), None)
            if event is not None:
                yield Told(path, said, *event.lines)
            continue
        rows = [row.strip(" `\"'") for row in place.split("\n")]
        words = max(rows, key=len, default="")[:200]
        evidence = of_quote(material, words) if len(words) > 20 else None
        if evidence is not None:
            yield Told(path, said, *evidence.lines)


def _spans() -> Iterator[tuple[Path, list[tuple[str, str | int]]]]:
    """Errors that annotators described, with the words they pasted as evidence."""
    for path in sorted((SHARED / "corpus" / "TRAIL").rglob("annotations/*.json")):
        trace = path.parent.parent / path.name
        if trace.exists():
            errors = json.loads(path.read_text("utf-8"))["errors"]
            yield trace, [(one["description"], one["evidence"]) for one in errors if one.get("evidence")]


def _steps() -> Iterator[tuple[Path, list[tuple[str, str | int]]]]:
    """The step that annotators hold to be decisive, with their reason."""
    for one in json.loads((SHARED / "labels" / "whoandwhen_mast.json").read_text("utf-8"))["records"]:
        if one.get("corpus_path") and one.get("mistake_step") is not None:
            yield SHARED / "corpus" / one["corpus_path"], [(one["mistake_reason"], int(one["mistake_step"]) + 1)]


def _words(said: str) -> list[str]:
    """The telling words of a question, the longest first."""
    words = dict.fromkeys(word.lower() for word in re.findall(r"[A-Za-z_]{4,30}", said))
    return sorted((word for word in words if word not in _COMMON), key=lambda word: (-len(word), word))[:WORDS]


def _call(name: str, given: dict[str, str | int]) -> Said:
    return Said("", (ToolCall("1", name, json.dumps(given)),), "tool_calls")
