"""The two hints about information that does not get across: a change kept private, a thing asked for in vain."""

from pathlib import Path

from agent.signals.detectors.private_fix import PrivateFix
from agent.signals.detectors.request_ping_pong import RequestPingPong
from agent.trace.event import Kind
from tests.agent.signals.stage import Step, say, task, watch

FIX = say(
    "Inner-Navigator-Assistant",
    "I propose this solution:\n```python\ndef default_plural(name):\n    if not name:\n        return ''\n"
    "    text = format_plural('{}s', name)\n    return text.strip() or name\n```\nIt keeps the rest as it is.",
)


ASKED = Step(Kind.HANDOFF, "Planner", "Find the class and propose a change.", to=("Navigator",))


def report(text: str) -> Step:
    return Step(Kind.HANDOFF, "Navigator", text, to=("Planner",))


def test_a_report_without_the_change_is_a_hint(tmp_path: Path) -> None:
    (signal,) = watch(PrivateFix, tmp_path, task("Fix it."), ASKED, FIX, report("The class is in options.py."))
    assert signal.actor == "Navigator" and signal.topic == "default_plural"
    assert signal.search is not None and "default_plural" in signal.search.pattern


def test_a_report_that_names_the_change_carries_it(tmp_path: Path) -> None:
    assert not watch(PrivateFix, tmp_path, task("Fix it."), ASKED, FIX, report("Add `default_plural` to options.py."))


def test_an_order_is_no_report(tmp_path: Path) -> None:
    own = say("Planner", FIX.text)
    assert not watch(PrivateFix, tmp_path, task("Fix it."), own, ASKED, report("The class is in options.py."))


def test_code_that_looks_around_is_no_change(tmp_path: Path) -> None:
    look = say("Navigator", "To find the solution I search.\n```python\nresult = search._run(names=['x'])\n```")
    assert not watch(PrivateFix, tmp_path, task("Fix it."), ASKED, look, report("The class is in options.py."))


ORDER = Step(Kind.HANDOFF, "lead", "Like all songs of the album for the user.", to=("music",))
NEED = say("music", "To like songs, please provide the access token.")


def test_a_thing_that_is_asked_for_again_and_again_is_a_hint(tmp_path: Path) -> None:
    (signal,) = watch(RequestPingPong, tmp_path, task("Like."), ORDER, NEED, ORDER, NEED)
    assert (signal.actor, signal.topic) == ("lead", "access token")
    assert signal.acts[0].event == 4 and [mark.event for mark in signal.references] == [3, 5]


def test_a_request_that_is_met_or_printed_again_is_none(tmp_path: Path) -> None:
    given = Step(Kind.HANDOFF, "lead", "The token is x1.", to=("music",))
    echo = Step(Kind.SAY, "lead", NEED.text, repeats=3)
    assert not watch(RequestPingPong, tmp_path, task("Like."), ORDER, NEED, given, say("music", "Done."))
    assert not watch(RequestPingPong, tmp_path, task("Like."), ORDER, NEED, echo)


def test_tests_listings_and_repeats_are_no_change_kept_private(tmp_path: Path) -> None:
    test = say("Inner-Navigator-Assistant", FIX.text.replace("default_plural", "test_plural"))
    listing = say("Inner-Navigator-Assistant", FIX.text.replace("def default", "12 def default"))
    first = report("Add `default_plural` to options.py.")
    again = Step(Kind.HANDOFF, "Navigator", "The class is in options.py.", to=("Planner",), repeats=4)
    for steps in ((test, report("It is there.")), (listing, report("It is there.")), (FIX, first, again)):
        assert not watch(PrivateFix, tmp_path, task("Fix it."), ASKED, *steps)


def test_documentation_asks_for_nothing(tmp_path: Path) -> None:
    page = Step(Kind.RESULT, "music", "Please provide the access token with every call.")
    assert not watch(RequestPingPong, tmp_path, task("Like."), ORDER, page, ORDER, page)
