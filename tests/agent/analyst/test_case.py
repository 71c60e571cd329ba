from collections.abc import Callable
from pathlib import Path

import pytest

from agent.analyst.case import Case
from agent.errors import Cancelled
from agent.redaction.redact import Redactor
from agent.trace.trace import Trace

SECRET = "password: 'correct-horse-battery-7'"
WORK: dict[str, Callable[[Case], object]] = {
    "learning what is secret": lambda case: case.redactions(),
    "looking for repeats": lambda case: case.planner,
    "cutting chunks": lambda case: list(case.unless_stopped(case.planner.chunks())),
    "looking for orders": lambda case: case.injections((1, 3)),
    "looking for signals": lambda case: case.survey,
}


@pytest.fixture
def case(tmp_path: Path) -> Case:
    path = tmp_path / "run.log"
    path.write_text("".join(f"2026-11-18 09:00:{at % 60:02} INFO agent.Planner: {SECRET}\n" for at in range(200)))
    return Case(Trace.open(path).read(), redactor=Redactor(b"0" * 16))


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
def test_work_that_nobody_waits_for_ends_and_can_be_done_later(case: Case, work: Callable[[Case], object]) -> None:
    case.stop = lambda: True
    with pytest.raises(Cancelled):
        work(case)
    case.stop = None
    work(case)


def test_secrets_are_counted_once_where_learning_was_stopped_in_between(case: Case) -> None:
    asked = iter([False] * 100 + [True])
    case.stop = lambda: next(asked)
    with pytest.raises(Cancelled):
        case.redactions()
    case.stop = None
    assert sum(case.redactions().values()) == 200
