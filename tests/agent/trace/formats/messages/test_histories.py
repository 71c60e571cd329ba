"""What an earlier call was sent is not read again: events come out as if every history had been read in full."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.trace.trace import Trace

NAMES = st.sampled_from(["ann", "bob"])
CALLS = st.sampled_from(["c1", "c2", "c3"])
TEXTS = st.sampled_from(["go on", "done\nwith that", 'a \\ and a "quote"', ""])
MESSAGES = st.one_of(
    st.fixed_dictionaries({"role": st.just("user"), "content": TEXTS}, optional={"name": NAMES}),
    st.fixed_dictionaries({"role": st.just("tool"), "tool_call_id": CALLS, "content": TEXTS}),
    st.fixed_dictionaries(
        {
            "role": st.just("assistant"),
            "content": TEXTS,
            "tool_calls": st.builds(
                lambda call, tool: [{"id": call, "function": {"name": tool, "arguments": '{"x": "a\\nb"}'}}],
                CALLS,
                st.sampled_from(["look", "write", "transfer_to_bob"]),
            ),
        },
        optional={"name": NAMES},
    ),
)
STEPS = st.lists(st.tuples(NAMES, st.lists(MESSAGES, max_size=3), MESSAGES, st.booleans()), min_size=1, max_size=8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("histories")


def spans(steps: list[Any], *, alike: bool) -> str:
    """Model calls that are sent one growing history; written in another way each time where they are not alike."""
    made: list[Any] = []
    history: list[Any] = []
    for number, (agent, new, answer, told) in enumerate(steps):
        history = [*history, *new]
        attributes = {
            "gen_ai.operation.name": "chat",
            "gen_ai.agent.name": agent,
            "gen_ai.input.messages": json.dumps(history, separators=(", " if alike else "," + number * " ", ": ")),
            "gen_ai.output.messages": json.dumps([answer]),
        }
        if told:
            attributes["gen_ai.system_instructions"] = "be brief"
        made.append(
            {
                "traceId": "5b8aa5a2d2c872e8321cf37308d69df2",
                "spanId": f"{number + 1:016x}",
                "name": "chat",
                "startTimeUnixNano": str((1_700_000_000 + number) * 10**9),
                "endTimeUnixNano": str((1_700_000_000 + number) * 10**9 + 500),
                "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()],
            }
        )
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": made}]}]})


def events(path: Path) -> list[Any]:
    trace = Trace.open(path).read()
    seen = [
        (e.record, e.kind, e.actor, e.to, e.tool, e.call, e.repeats, e.salience, trace.text(e)) for e in trace.events
    ]
    trace.close()
    return seen


@given(STEPS)
def test_the_events_are_those_of_histories_read_in_full(folder: Path, steps: list[Any]) -> None:
    alike, apart = folder / "alike.json", folder / "apart.json"
    alike.write_text(spans(steps, alike=True))
    apart.write_text(spans(steps, alike=False))
    assert events(alike) == events(apart)


def test_what_is_new_lies_where_it_is_written(folder: Path) -> None:
    said = {"role": "user", "content": "first"}
    steps = [("ann", [said], said, False), ("ann", [{"role": "user", "content": "second thing"}], said, False)]
    path = folder / "new.json"
    path.write_text(spans(steps, alike=True))
    trace = Trace.open(path).read()
    (event,) = [event for event in trace.events if trace.text(event) == "second thing"]
    place = trace.source.read(event.pieces[0].start, event.pieces[0].end)
    assert place == b"second thing"
    trace.close()
