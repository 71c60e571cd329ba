import pytest

from agent.signals.readings.demand import is_met, speaks_of

WORK = "main.py\n```python\nimport tkinter as tk\nfrom drop import Drop\n\n\ndef start(root):\n    root.mainloop()\n```"


@pytest.mark.parametrize(
    "critique",
    [
        "The import of Drop is missing, add it:\n```python\nfrom drop import Drop\n```",
        "The implementation of the `start()` method is missing.",
        "The code is missing the import statement for the `tkinter` module in the `main.py` file.",
        "The necessary import statements are missing.",
    ],
)
def test_what_stands_in_the_work_is_no_open_demand(critique: str) -> None:
    assert is_met(critique, WORK)


@pytest.mark.parametrize(
    "critique",
    [
        "The import of Drop is missing, add it:\n```python\nfrom drop import Umbrella\n```",
        "The implementation of the `stop()` method is missing.",
        "The `start()` method should fail without a root, and must be tested.",
    ],
)
def test_what_does_not_stand_in_it_is_open(critique: str) -> None:
    assert not is_met(critique, WORK) and speaks_of(critique, 0, WORK)


@pytest.mark.parametrize(
    "critique",
    [
        "The line `os.setsid()` should go, it is the bug.",
        "Thank you for the feedback, the bug in `start()` should be fixed now.",
        WORK,
    ],
)
def test_what_is_not_in_the_work_a_reply_and_an_echo_are_no_critique_of_it(critique: str) -> None:
    assert not speaks_of(critique, 0, WORK)
