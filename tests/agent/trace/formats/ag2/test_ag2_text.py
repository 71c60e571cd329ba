"""Flattened AG2 chats: two role words, three ways to state the task, answers with a backspace for `\\b`."""

from functools import partial
from pathlib import Path

import pytest

from agent.trace.event import Kind
from tests.agent.trace.formats.acts import opened

read = partial(opened, name="trace_1.txt")
ORIGINAL = """assistant: Let us use Python for a problem.
```python
# your code
```
Put the answer in \\boxed{}.

Problem:
A crate holds 12 jars. How many jars do 5 crates hold?
How many lids?
user: Note: I will compute it.
```python
print(12 * 5)
```
assistant: 60

user: NameError: is a word here, Agent_Verifier: too. The answer is \\boxed{60}.
assistant: Continue. Please keep solving the problem until you need to query. (If so, put it in \\boxed{}.)
assistant: Traceback (most recent call last):
NameError: name 'x' is not defined

user: \x08oxed{\\frac{1}{2}}
"""

TOPOLOGY = """assistant: Problem solvers share 8 apples. How many each, if there are 4?
user: Hello everyone. We have assembled a great team today to answer questions and solve tasks.
user: Divide.
SUGGESTED NEXT SPEAKER: Agent Code Executor.
user: ```python
print(8 / 4)
```
assistant: exitcode: 1 (execution failed)
Code output: ZeroDivisionError: no

user: As Agent Verifier, I say it is 2.
user: As Agent Verifier summarized, it is 2.
assistant: Both are right.
"""


def test_the_original_topology(tmp_path: Path) -> None:
    trace = read(tmp_path, ORIGINAL)
    events = list(trace.events)
    assert trace.format.name == "ag2_math_txt"
    assert [(e.kind, e.actor, e.status) for e in events] == [
        (Kind.TASK, "assistant", None),
        (Kind.CALL, "user", None),
        (Kind.RESULT, "assistant", "ok"),
        (Kind.SAY, "user", None),
        (Kind.SYSTEM, "assistant", None),
        (Kind.RESULT, "assistant", "error"),
        (Kind.SAY, "user", None),
    ]
    task, answer = trace.task(), trace.answer()
    assert task is not None and answer is not None
    assert task.text == "A crate holds 12 jars. How many jars do 5 crates hold?\nHow many lids?"
    assert task.source_lines == (8, 9)
    assert answer.text == "\\frac{1}{2}"
    assert answer.source_lines == (21, 21)


@pytest.mark.parametrize("lead", ["Problem Statement: \n", "Problem Statement:\n", "Problem: "])
def test_the_task_stands_behind_its_heading(tmp_path: Path, lead: str) -> None:
    task = read(tmp_path, f"assistant: \n  Rules.\n\n{lead}Count the jars.\nuser: 3\n").task()
    assert task is not None
    assert task.text == "Count the jars."


def test_the_improved_topology(tmp_path: Path) -> None:
    trace = read(tmp_path, TOPOLOGY)
    events = list(trace.events)
    assert [(e.kind, e.title, e.status) for e in events] == [
        (Kind.TASK, "", None),
        (Kind.SYSTEM, "The team is introduced", None),
        (Kind.SAY, "", None),
        (Kind.CALL, "Agent_Code_Executor (inferred)", None),
        (Kind.RESULT, "Code output", "error"),
        (Kind.SAY, "Agent_Verifier (inferred)", None),
        (Kind.SAY, "", None),
        (Kind.SAY, "", None),
    ]
    assert events[2].to == ("Agent_Code_Executor",)
    task = trace.task()
    assert task is not None and task.text.startswith("Problem solvers share") and task.source_lines == (1, 1)
    assert list(trace.lines(1, trace.lines_count)) == TOPOLOGY.removesuffix("\n").split("\n")


@pytest.mark.parametrize("text", ["Assistant: hello\n", "assistant:hello\n", "note\nassistant: hello\n"])
def test_other_text_is_not_claimed(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).format.name != "ag2_math_txt"
