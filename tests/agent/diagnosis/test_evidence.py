"""Evidence over real traces: what is there is found, what was altered or comes from elsewhere is not."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.diagnosis.evidence import Evidence, Finder
from agent.diagnosis.quote import Quote, Sought
from agent.diagnosis.quote_words import is_number, is_telling, tokens
from agent.trace.trace import Trace
from tests.agent.signals.stage import played, say

SAMPLES = Path(__file__).resolve().parents[3] / "sample_traces"
TRACES = 60
PER_TRACE = 8


def _sample(corpus: Path) -> list[Path]:
    files = sorted(p for p in corpus.rglob("*") if p.suffix in (".json", ".log", ".txt") and p.stat().st_size < 300_000)
    chosen = [p for p in files if p.parent != corpus and "annotations" not in p.parts and "tmp_code" not in p.name]
    return random.Random(7).sample(chosen, min(TRACES, len(chosen)))


@pytest.fixture(scope="module", params=["corpus", "samples"])
def lines(request: pytest.FixtureRequest) -> list[tuple[Trace, int, int, str]]:
    """Real lines of acts: trace, event, line, text."""
    if request.param == "samples":
        paths = [path for path in sorted(SAMPLES.iterdir()) if path.suffix in (".json", ".jsonl", ".log", ".txt")]
    else:
        paths = _sample(request.getfixturevalue("corpus"))
    entries = [entry for path in paths for entry in _lines(path)]
    assert len(entries) > (100 if request.param == "samples" else 150)
    return entries


def _lines(path: Path) -> Iterator[tuple[Trace, int, int, str]]:
    trace = Trace.open(path).read()
    rng = random.Random(path.name)
    acts = [event for event in trace.events if event.repeats is None]
    for event in rng.sample(acts, min(PER_TRACE, len(acts))):
        texts = trace.text(event).split("\n")
        good = [n for n, text in enumerate(texts) if 30 <= len(text.strip()) <= 400 and len(tokens(text)) >= 6]
        if good:
            at = rng.choice(good)
            yield trace, event.number, event.lines[0] + at, texts[at].strip()


def _find(trace: Trace, event: int, line: int, text: str) -> Evidence | None:
    return Finder(trace).find(Quote(text, (line, line), event), "act")


def test_every_real_line_is_found_where_it_stands(lines: list[tuple[Trace, int, int, str]]) -> None:
    for trace, event, line, text in lines:
        evidence = _find(trace, event, line, text)
        assert evidence is not None
        assert (evidence.quote, evidence.match, evidence.lines) == (text, "exact", (line, line))
        raw = trace.source.read(*evidence.bytes).decode("utf-8", "replace")
        assert raw == text or "\\" in raw or "\ufffd" in text


def test_a_line_is_found_without_any_hint_if_it_is_unique(lines: list[tuple[Trace, int, int, str]]) -> None:
    number = 0
    for trace, _, _, text in lines[::5]:
        evidence = Finder(trace).find(Quote(text), "act")
        number += evidence is not None
        assert evidence is None or evidence.quote == text
    assert number


@pytest.mark.parametrize(
    "mangle",
    [
        lambda text: "  ".join(text.split(" ")),
        lambda text: text.upper() if text.upper().casefold() == text.casefold() else text,
        lambda text: "**" + text + "**",
        lambda text: text.replace('"', "“").replace("'", "’"),
        lambda text: "> " + text,
        lambda text: "L12| " + text,
    ],
)
def test_formatting_does_not_hide_a_line(lines: list[tuple[Trace, int, int, str]], mangle) -> None:  # type: ignore[no-untyped-def]
    lost = [text for trace, event, line, text in lines if _find(trace, event, line, mangle(text)) is None]
    assert lost == []


def test_a_dropped_word_is_repaired_to_the_real_line(lines: list[tuple[Trace, int, int, str]]) -> None:
    tried = wrong = 0
    for trace, event, line, text in lines:
        words = text.split(" ")
        droppable = [
            n for n, word in enumerate(words) if (parts := tokens(word)) and not any(is_telling(t.text) for t in parts)
        ]
        if len(tokens(text)) < 8 or len(droppable) < 3:
            continue
        tried += 1
        at = droppable[len(droppable) // 2]
        evidence = _find(trace, event, line, " ".join(words[:at] + words[at + 1 :]))
        wrong += evidence is None or evidence.quote not in trace.text(trace.events[event])
    assert tried > len(lines) / 3
    assert wrong <= tried * 0.01


def test_an_altered_number_is_never_accepted(lines: list[tuple[Trace, int, int, str]]) -> None:
    tried = 0
    for trace, event, line, text in lines:
        numbers = [token for token in tokens(text) if is_number(token.text) and token.text.isdigit()]
        if not numbers:
            continue
        token = numbers[0]
        altered = text[: token.start] + str(int(token.text) + 1) + text[token.end :]
        evidence = _find(trace, event, line, altered)
        tried += 1
        assert evidence is None or evidence.match == "exact", (altered, evidence)
    assert tried > len(lines) / 6


def test_a_quote_from_another_trace_is_not_accepted(lines: list[tuple[Trace, int, int, str]]) -> None:
    accepted = 0
    for (trace, event, line, own), (_, _, _, other) in zip(lines, lines[PER_TRACE * 3 :], strict=False):
        if other in own or other in trace.text(trace.events[event]):
            continue
        evidence = _find(trace, event, line, other)
        accepted += evidence is not None and evidence.match != "exact"
    assert accepted == 0


def test_an_inserted_negation_is_not_accepted(lines: list[tuple[Trace, int, int, str]]) -> None:
    accepted = 0
    for trace, event, line, text in lines:
        words = text.split(" ")
        altered = " ".join([*words[: len(words) // 2], "not", *words[len(words) // 2 :]])
        evidence = _find(trace, event, line, altered)
        accepted += evidence is not None and evidence.match != "exact"
    assert accepted == 0


def test_evidence_cannot_be_made_by_hand() -> None:
    with pytest.raises(TypeError):
        Evidence("act", "made up", (1, 1), 1, None, (0, 4), "exact", 0, 4)


def _trace(folder: Path, text: str) -> Trace:
    path = folder / "run.log"
    path.write_text(text)
    return Trace.open(path).read()


def test_words_in_another_spacing_are_found_with_no_hint_where_they_stand_once(tmp_path: Path) -> None:
    trace = _trace(tmp_path, "planner: write the   report\n\ncoder: I wrote it\n\nplanner: all is fine\n")
    evidence = Finder(trace).find(Quote("Write the report"), "act")
    assert evidence is not None
    assert (evidence.quote, evidence.match, evidence.lines) == ("write the   report", "normalised", (1, 1))


@pytest.mark.parametrize("said", ["all is fine", "All  is fine"])
def test_words_that_stand_twice_are_not_found_with_no_hint(tmp_path: Path, said: str) -> None:
    trace = _trace(tmp_path, "planner: all is fine\n\ncoder: I wrote it\n\nplanner: all is fine\n")
    assert Finder(trace).find(Quote(said), "act") is None
    evidence = Finder(trace).find(Quote(said, (5, 5)), "act")
    assert evidence is not None
    assert evidence.lines == (5, 5)


@pytest.mark.parametrize("said", ["all is fine", "All  is fine"])
def test_of_words_that_stand_on_lines_close_by_those_on_the_lines_named_are_taken(tmp_path: Path, said: str) -> None:
    finder = Finder(_trace(tmp_path, "planner: all is fine\ncoder: all is fine\n\ntester: all is fine\n"))
    for line in (1, 2, 4):
        evidence = finder.find(Quote(said, (line, line)), "act")
        assert evidence is not None
        assert evidence.lines == (line, line)
    near = finder.find(Quote(said, (3, 3)), "act")
    assert near is not None
    assert near.lines in ((1, 1), (2, 2), (4, 4))


def test_evidence_is_found_again_at_its_place(tmp_path: Path) -> None:
    finder = Finder(_trace(tmp_path, "planner: go\n\ncoder: I wrote the report\n"))
    evidence = finder.find(Quote("wrote the report"), "act")
    assert evidence is not None
    assert finder.at(evidence.place) == evidence


def test_an_absence_is_searched_for_again(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text("planner: go\n\ncoder: done\n\nplanner: the end\n")
    finder = Finder(Trace.open(path).read())
    assert finder.absence(Sought("test", (1, 5), 5)) is not None
    assert finder.absence(Sought("DONE", (1, 5), 5)) is None
    assert finder.absence(Sought("(", (1, 5), 5)) is None


def test_words_that_stand_on_several_lines_are_found_on_the_one_named(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text("".join(f"10:0{n} INFO coder: the file is not there\n" for n in range(5)))
    finder = Finder(Trace.open(path).read())
    for line in (1, 3, 5):
        evidence = finder.find(Quote("the file is not there", (line, line)), "act")
        assert evidence is not None
        assert evidence.lines == (line, line)


@pytest.mark.parametrize("quote", ["12: retries = 5", "retries = 5", "3| 12: retries = 5"])
def test_a_key_of_the_trace_is_no_number_of_a_line(quote: str, tmp_path: Path) -> None:
    (tmp_path / "run.log").write_text("one\ntwo\n12: retries = 5\nfour\n")
    trace = Trace.open(tmp_path / "run.log").read()
    evidence = Finder(trace).find(Quote(quote, (3, 3)), "act")
    assert evidence is not None
    assert evidence.quote == quote.removeprefix("3| ")
    assert evidence.lines == (3, 3)


@pytest.mark.parametrize(
    ("words", "event", "line"), [("I look at it", 2, 2), ("I break it down", 1, 1), ("all of it is new", 6, 18)]
)
def test_what_a_record_prints_again_is_found_in_its_act_and_what_is_new_in_it_there(
    words: str, event: int, line: int, tmp_path: Path
) -> None:
    steps = [say("A", "I break it down"), say("A", "I look at it"), say("B", "done"), say("A", "I look at it\nagain")]
    steps.append(say("B", "\n".join("123456789")))
    steps.append(say("A", "I break it down\nI look at it\ndone\nall of it is new", repeats=1))
    trace = played(tmp_path, steps)
    printed = next(n for n, text in enumerate(trace.lines(15, 18), 15) if text == words)
    evidence = Finder(trace).find(Quote(words, (printed, printed)), "act")
    assert evidence is not None
    assert (evidence.event, evidence.lines) == (event, (line, line))
