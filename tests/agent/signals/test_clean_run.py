"""A run of several agents that works well, with everything that only looks like a failure, gives no fact."""

from pathlib import Path

from agent.signals.detection import detect
from agent.signals.registry import DETECTORS
from agent.trace.event import Kind
from agent.trace.formats.base.format import Reading
from agent.trace.source import Source
from agent.trace.trace import Trace
from tests.agent.signals.stage import Script, Step, call, result, say, task

PLAN = (
    "First the Researcher looks up what the three services charge for each call and notes the page it found it on. "
    "Then the Coder writes a small program that adds the numbers up for a month and prints one line for each service. "
    "At the end the Reviewer runs the program, compares its output with the notes and says whether they agree."
)
PROMPT = "You are the Reviewer. Say TERMINATE when the task is complete. Only one call is allowed per code block."
PROGRAM = "prices = {'a': 2, 'b': 3, 'c': 5}\nfor name, price in prices.items():\n    print(name, price * 30)\n"


def hand(sender: str, receiver: str, text: str) -> Step:
    return Step(Kind.HANDOFF, sender, text, to=(receiver,))


def look_up(name: str, price: int) -> tuple[Step, ...]:
    page = f"https://example.org/{name}/prices"
    return (
        call("Researcher", "open_page", f'{{"address": "{page}"}}'),
        result(f"Address: {page}\nViewport position: page 1 of 2\nWelcome to the price list of {name}."),
        call("Researcher", "page_down", "{}"),
        result(f"Address: {page}\nViewport position: page 2 of 2\nEach call costs {price} cents."),
        say("Researcher", f"The service {name} charges {price} cents for each call; I found it on {page}."),
    )


def run() -> list[Step]:
    first = PROGRAM.replace("* 30", "* 31")
    return [
        task("Add up what the services a, b and c charge for one call a day over a month of 30 days."),
        Step(Kind.SYSTEM, "framework", PROMPT),
        Step(Kind.PLAN, "Planner", PLAN),
        hand("Planner", "Researcher", "Please find the price of one call for the services a, b and c."),
        *look_up("a", 2),
        *look_up("b", 3),
        *look_up("c", 5),
        hand("Researcher", "Planner", "The prices of one call are 2, 3 and 5 cents, from the three price lists."),
        hand("Planner", "Coder", "Please write the program with the prices 2, 3 and 5 and 30 days."),
        call("Coder", "write_file", first),
        result("written: sum.py"),
        call("Coder", "shell", "python sum.py"),
        result("a 62\nb 93\nc 155", status="ok"),
        say("Coder", "A month has 30 days here, so I correct the number of days and run the program again."),
        call("Coder", "write_file", PROGRAM),
        result("written: sum.py"),
        call("Coder", "shell", "python sum.py"),
        result("a 60\nb 90\nc 150", status="ok"),
        hand("Coder", "Reviewer", "The program sum.py prints 60, 90 and 150 cents; please check it against the notes."),
        call("Reviewer", "shell", "python sum.py"),
        result("a 60\nb 90\nc 150", status="ok"),
        Step(Kind.RESULT, "environment", "a 60\nb 90\nc 150", repeats=33),
        say(
            "Reviewer",
            "I ran the program: 2, 3 and 5 cents times 30 days give 60, 90 and 150, which agrees with the notes.",
        ),
        hand("Reviewer", "Planner", "The sums 60, 90 and 150 are right."),
        Step(Kind.ANSWER, "Planner", "Service a costs 60 cents a month, service b 90 cents and service c 150 cents."),
    ]


def test_a_clean_run_gives_no_fact(tmp_path: Path) -> None:
    steps = run()
    path = tmp_path / "clean.log"
    path.write_bytes(b"".join(step.text.encode() + b"\n" for step in steps))
    trace = Trace(Source.open(path), Script(steps, Reading()), "told by a test").read()
    facts = [(signal.detector, signal.title) for signal in detect(trace).signals if signal.tier == "fact"]
    trace.close()
    assert DETECTORS
    assert facts == []
