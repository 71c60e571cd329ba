"""Code makes up its own data, and the final answer is read from them."""

import re
from collections.abc import Iterable, Iterator

from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.absence import absent
from agent.signals.readings.code_blocks import code_blocks
from agent.signals.readings.final_answer import FinalAnswer, final_answer
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.run_end import task_marks
from agent.signals.readings.who_acts import is_action
from agent.signals.signal import Signal
from agent.trace.event import Event, Kind

_WORDS = (
    r"(?:mock(?:ed)?|dummy|fake|sample|simulated?|simulating|placeholder|hypothetical|made[- ]up|fabricated|example)"
)
_MADE_UP = re.compile(
    rf"\b{_WORDS}_\w+\s*=\s*[\[{{(\"'\d]"
    rf"|(?:#|//)[^\n]{{0,200}}\b{_WORDS} (?:\w+ ){{0,2}}"
    r"(?:data|responses?|values?|results?|contents?|output|dataset|list|entries)\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:mock(?:ed)?|dummy|fake|simulated|hypothetical|made[- ]up|fabricated) (?:\w+ )?"
    r"(?:data(?:set)?s?|responses?|values?|"
    r"results?|entries|records|figures|numbers)\b",
    re.IGNORECASE,
)
"""How an answer says itself that what it rests on is not real."""
_HINTS = ("mock", "dummy", "fake", "sample", "simulat", "placeholder", "hypothetical", "made up", "made-up", "example")
_TOKEN = re.compile(r"\d[\d.,]*\d|(?<=\w )[A-Z][^\W\d_]{3,}|^[A-Z][^\W\d_]{3,}(?=[\s,.]*$)")
_ASKED = re.compile(rf"\b{_WORDS}\b", re.IGNORECASE)
_COMMON = frozenset(
    "final answer terminate that this with from have been were which there their will would data".split()
)
_COMMENT = re.compile(r"(?:#|//)[^\n]*")
_AFTER = 3_000
_MOST = 20


class MockData(Detector):
    """Fires where a word or number of the answer stands in the made-up data, and nowhere before them."""

    name = "mock_data"
    mode = "FM-2.2"
    tier = "fact"
    known_false = (
        "a task that itself asks for sample data or a simulation",
        "data for a test, of which nothing reaches the answer",
        "values that the task or a result had given before",
    )

    def __init__(self) -> None:
        self._code: list[tuple[int, int]] = []

    def see(self, event: Event, text: str) -> None:
        """Look for code that makes data up."""
        if not is_action(event) or len(self._code) >= _MOST:
            return
        whole = event.kind is Kind.CALL and "```" not in text
        if not (whole or "```" in text or "~~~" in text) or not has_any(text, _HINTS):
            return
        spans = [(0, len(text))] if whole else [(block.start, block.end) for block in code_blocks(text)]
        for start, end in spans:
            match = _MADE_UP.search(text, start, end)
            if match is not None:
                self._code.append((event.number, match.start()))
                return

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """Made-up data from which the answer comes, by its own words or by where they stand."""
        answer = final_answer(trace)
        if answer is None or _ASKED.search(trace.task or ""):
            return
        said = _SAYS.search(answer.words)
        yield from self._said(trace, answer, said) if said is not None else self._read_from(trace, answer)

    def _said(self, trace: WholeTrace, answer: FinalAnswer, said: re.Match[str]) -> Iterator[Signal]:
        """The answer, if it says itself that its data are made up."""
        event, text = answer.event, trace.text(answer.event.number)
        at = max(0, text.find(said[0], answer.at))
        line = line_at(event, text, at)
        yield self.hit(
            title=f"The answer of {event.actor or 'the run'} rests on what it calls {said[0].lower()}",
            why=f"L{line} gives a result of {said[0].lower()}; the task asks for none, so it stands in "
            "place of what was missing.",
            actor=event.actor,
            acts=[mark(event, text, at, "what the answer rests on")],
            references=task_marks(trace),
            topic="made-up data",
            occurrences=[(line, line)],
            severity="major",
        )

    def _read_from(self, trace: WholeTrace, answer: FinalAnswer) -> Iterator[Signal]:
        """The last made-up data that a word of the answer is read from."""
        words = [word for word in dict.fromkeys(_TOKEN.findall(answer.words)) if _tells(word)]
        for number, at in reversed(self._code):
            if number >= answer.event.number:
                continue
            event, text = trace.event(number), trace.text(number)
            given = text[at : at + _AFTER]
            line = line_at(event, text, at)
            for word in words[:8]:
                place = re.search(rf"[\"'=:,\[( ]{re.escape(word)}(?!\w)", _COMMENT.sub("", given))
                search = absent(trace, rf"\b{re.escape(word)}\b", 1, number - 1, line) if place else None
                if place is None or search is None:
                    continue
                yield self.hit(
                    title=f"The answer, {word[:40]}, comes from data that {event.actor or 'an actor'} made up",
                    why=f"L{line} writes the data into the code and does not call them real; {word[:40]!r} stands "
                    f"there and nowhere before it, and L{answer.event.lines[0]} gives it as the answer.",
                    actor=event.actor,
                    acts=[
                        mark(event, text, at, "the made-up data"),
                        mark(event, text, text.find(word, at), "what the answer is read from"),
                    ],
                    references=[
                        mark(answer.event, trace.text(answer.event.number), answer.at, "the answer"),
                        *task_marks(trace),
                    ],
                    search=search,
                    topic="made-up data",
                    occurrences=[(line, line)],
                    severity="fatal",
                )
                return


def _tells(word: str) -> bool:
    """Whether a word of the answer is a matter of its own, and no word that every answer holds."""
    return word.lower() not in _COMMON and _ASKED.fullmatch(word) is None
