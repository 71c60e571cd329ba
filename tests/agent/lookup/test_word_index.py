"""The index of words: talk apart from output, the telling words first, the order of the trace kept."""

import threading
from pathlib import Path

import pytest

from agent.errors import Cancelled
from agent.lookup.actor_name import actor_name
from agent.lookup.word_index import WordIndex
from agent.trace.trace import Trace
from tests.agent.chat.materials import CHATDEV, plain_log


@pytest.fixture
def trace(tmp_path: Path) -> Trace:
    texts = [f"step {n} is about apples" for n in range(300)]
    texts[200] = "step 200 is about pears and apples"
    return Trace.open(plain_log(tmp_path / "run.log", *texts)).read()


def test_the_telling_word_comes_first(trace: Trace) -> None:
    index = WordIndex(trace)
    index.build()
    assert index.best(["apples", "pears"], 5, "talk")[0][0].lines == (201, 201)
    assert index.best(["pear"], 5, "talk")[0][0].lines == (201, 201)
    assert index.best(["zebra"], 5, "talk")[0] == [] and index.best(["!?"], 5, "talk")[0] == []


def test_words_in_a_row_are_found_in_the_order_of_the_trace(trace: Trace) -> None:
    index = WordIndex(trace)
    index.build()
    assert [one.lines for one in index.holding("about apples", 2)] == [(1, 1), (2, 2)]
    assert [one.lines for one in index.holding("about apples", 2, last=True)] == [(300, 300), (299, 299)]
    assert index.holding("apples about", 2) == [] and index.holding("", 2) == []


def test_talk_and_output_stand_apart() -> None:
    index = WordIndex(Trace.open(CHATDEV).read())
    index.build()
    assert {one.shelf for one in index.best(["tabulate"], 9, "output")[0]} == {"output"}
    talk = {one.event for one in index.best(["tabulate"], 9, "talk")[0]}
    assert talk and not talk & {one.event for one in index.best(["tabulate"], 9, "output")[0]}


def test_it_is_built_once_by_whoever_comes_first_and_can_be_stopped(trace: Trace) -> None:
    index = WordIndex(trace)
    builders = [threading.Thread(target=index.build) for _ in range(4)]
    for one in builders:
        one.start()
    for one in builders:
        one.join()
    assert len(index.holding("about pears", 9)) == 1
    index.close()


def test_stopped_it_says_so(tmp_path: Path) -> None:
    trace = Trace.open(plain_log(tmp_path / "run.log", *[f"line {n}" for n in range(3000)])).read()
    with pytest.raises(Cancelled):
        WordIndex(trace).build(stop=lambda: True)


def test_acts_are_known_by_actor_and_kind_without_reading_them(trace: Trace) -> None:
    index = WordIndex(trace)
    index.build()
    last = len(trace.events)
    for actor, kind in (("", ""), ("planner", ""), ("", "say"), ("CODER", "say"), ("nobody", ""), ("", "x")):
        wanted = [
            event.number
            for event in trace.events
            if event.is_act and actor.casefold() in actor_name(event).casefold() and kind in ("", event.kind.value)
        ]
        assert index.acts(1, last, actor or None, kind or None) == wanted
        assert index.acts(2, last, actor or None, kind or None) == [number for number in wanted if number >= 2]
    shown = index.acts(1, last, "planner!", None, lambda name: f"{name}!")
    assert shown == index.acts(1, last, "planner", None) and not index.acts(1, last, "planner!", None)
