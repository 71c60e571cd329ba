"""Counts: as many lines as there are, acts apart from copies, and how far was counted where there are many."""

import json
from pathlib import Path

import pytest

from agent.chat.material import Material
from agent.lookup.calls import LookUp, Lookups
from agent.lookup.tools.counting import MOST_COUNTED, MOST_FOLLOWED
from agent.trace.trace import Trace
from tests.agent.chat.materials import CHATDEV, HYPERAGENT, plain_log


def looked(trace: Trace, name: str, **given: object) -> LookUp:
    lookups = Lookups(Material(trace.read()).visible)
    return lookups.run(lookups.call_of(name, json.dumps(given)), 1_200)


@pytest.mark.parametrize("path", [CHATDEV, HYPERAGENT])
@pytest.mark.parametrize("word", ["the", "calculat", "assistant", ":"])
def test_lines_of_acts_are_told_from_lines_that_the_log_prints_again(path: Path, word: str) -> None:
    trace = Trace.open(path).read()
    lines = enumerate(trace.lines(1, trace.events.lines), 1)
    holding = [trace.events.at_line(number).is_act for number, line in lines if word in line.casefold()]
    acts, copies = holding.count(True), holding.count(False)
    said = looked(trace, "count", text=word).text
    assert said.startswith(f"{len(holding):,} line")
    assert said.endswith(f", {acts:,} of acts and {copies:,} that the log prints again" if copies else "words)")


def test_what_is_printed_again_is_known_without_reading_it() -> None:
    for path in (CHATDEV, HYPERAGENT):
        events = Trace.open(path).read().events
        assert list(events.copies()) == [event.lines for event in events if not event.is_act] != []
        for line in range(1, events.lines + 1):
            event = events.at_line(line)
            assert events.number_at(line) == (event.number, event.lines[1])


def test_of_very_many_lines_it_is_said_how_far_was_counted(tmp_path: Path) -> None:
    rows = ["nothing", *["one rate"] * MOST_COUNTED]
    trace = Trace.open(plain_log(tmp_path / "as-many.log", *rows))
    assert looked(trace, "count", text="rate").text.startswith(f"{MOST_COUNTED:,} lines of")
    more = Trace.open(plain_log(tmp_path / "more.log", *rows, "nothing", "one rate"))
    said = looked(more, "count", text="rate").text
    assert said.startswith(f"more than {MOST_COUNTED:,} lines of L1-{MOST_COUNTED + 3}")
    assert said.endswith(f"; counted as far as L{MOST_COUNTED + 1}, not beyond")


def test_the_last_of_many_places_is_the_last_also_inside_a_word(tmp_path: Path) -> None:
    rows = ["pirate", *["one rate"] * MOST_FOLLOWED, "pirates", "end"]
    said = looked(Trace.open(plain_log(tmp_path / "many.log", *rows)), "first_and_last", text="rate").text.split("\n")
    assert said[0].startswith("first 1| ") and said[1].startswith(f"last {MOST_FOLLOWED + 2}| ")


def test_where_many_lines_hold_a_text_inside_words_only_the_last_is_told_not_looked_for(tmp_path: Path) -> None:
    trace = Trace.open(plain_log(tmp_path / "inside.log", *["pirates"] * (MOST_FOLLOWED + 5)))
    said = looked(trace, "first_and_last", text="irat").text
    assert said.startswith("first 1| ") and "last was not looked for" in said and "last 1" not in said
