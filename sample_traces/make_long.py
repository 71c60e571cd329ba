"""Writes a very long trace of a made-up run: `python sample_traces/make_long.py LINES FILE`.

Four agents sort support tickets for as many lines as wanted. What goes wrong stands at fixed shares of the length:
at a third one agent asks for the same ticket again and again, at nine tenths a test fails and the work is handed
over all the same.
"""

import random
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

TOPICS = ("invoice", "delivery", "login", "refund", "address", "warranty", "password reset", "newsletter")
WORDS = (
    "please the customer asks about since order was sent twice and waits for an answer from support team in time "
    "again today with photo attached"
).split()


def main(words: list[str]) -> int:
    """Write as many lines as asked for."""
    if len(words) != 2 or not words[0].isdigit():
        print("usage: python sample_traces/make_long.py LINES FILE", file=sys.stderr)
        return 2
    wanted = int(words[0])
    with Path(words[1]).open("w", encoding="utf-8") as file:
        for number, line in enumerate(lines(wanted)):
            if number >= wanted:
                break
            file.write(line + "\n")
    return 0


def lines(wanted: int) -> Iterator[str]:
    """The lines of the run; there are always more than wanted."""
    dice = random.Random(14)
    clock = datetime(2026, 3, 2, 8, 0)
    written = ticket = 0
    stuck = failed = False
    while True:
        ticket += 1
        block = list(_ticket(dice, ticket))
        if not stuck and written > wanted / 3:
            stuck = True
            block = ["Reader: calling tool get_ticket({'id': 4711})", "Reader: the ticket is locked, I try again"] * 9
        if not failed and written > wanted * 0.9:
            failed = True
            block = [
                "Checker: running the checks\n  FAILED checks/test_refunds.py::test_no_refund_twice",
                "Planner: all tickets are sorted and every check is green, handing over",
            ]
        for text in block:
            clock += timedelta(seconds=dice.uniform(0.2, 9))
            stamp = clock.isoformat(sep=" ", timespec="milliseconds")
            yield from f"{stamp} INFO {text}".split("\n")
        written += sum(text.count("\n") + 1 for text in block)


def _ticket(dice: random.Random, number: int) -> Iterator[str]:
    topic = dice.choice(TOPICS)
    said = "\n".join("  " + " ".join(dice.choices(WORDS, k=dice.randint(6, 16))) for _ in range(dice.randint(2, 12)))
    yield f"Planner: ticket {number} goes to the Reader"
    yield f"Reader: calling tool get_ticket({{'id': {number}}})"
    yield f"Reader: ticket {number} is about a {topic}:\n{said}"
    yield f"Writer: answer to ticket {number}, {topic}:\n  {' '.join(dice.choices(WORDS, k=14))}"
    yield f"Checker: the answer to ticket {number} names the {topic}, good"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
