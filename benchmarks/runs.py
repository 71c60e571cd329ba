"""Writes made-up runs of any size in the JSON formats that people have, with messages as short as real ones."""

import json
import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.generate import WORDS

AGENTS = ("planner", "navigator", "editor", "executor")
TOOLS = ("open_file", "search_code", "run_tests", "edit_file")
PROMPT = "You are one of four agents who repair a program. Answer briefly and use the tools.\n"
CALLS_IN_A_ROW = 12
START = 1_770_000_000

Message = dict[str, Any]


def chat(size: int) -> str:
    """A list of chat messages."""
    return json.dumps(list(_filled(size, _messages(1))), indent=1)


def chat_lines(size: int) -> str:
    """A chat message on each line."""
    return "".join(json.dumps(message) + "\n" for message in _filled(size, _messages(2)))


def api_calls(size: int) -> str:
    """Requests with the whole history of a short conversation each time, and the response to each."""
    return "".join(json.dumps(call) + "\n" for call in _filled(size, _calls(_messages(3))))


def spans(size: int) -> str:
    """Spans with OpenTelemetry's attributes for generative AI, whose messages are JSON inside a string."""
    made = list(_filled(size, map(_span, count(1), _calls(_messages(4)))))
    return json.dumps({"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": made}]}]})


def ag2(size: int) -> str:
    """A chat of AG2: texts as lists of lines."""
    chance = random.Random(5)
    turns = ({"content": _text(chance).split("\n"), "role": "user", "name": chance.choice(AGENTS)} for _ in count())
    whole = {"instance_id": "1", "problem_statement": ["How many?"], "trajectory": list(_filled(size, turns))}
    return json.dumps(whole, indent=4)


def whowhen(size: int) -> str:
    """A chat with the label of whoever went wrong beside it."""
    chance = random.Random(6)
    turns = ({"content": _text(chance), "role": f"{chance.choice(AGENTS)} (thought)"} for _ in count())
    return json.dumps({"history": list(_filled(size, turns)), "question": "How many?", "level": 1}, indent=4)


def trail(size: int) -> str:
    """Nested spans with the attributes of OpenInference, one for each message."""
    calls = map(_inference, count(1), _calls(_messages(7)))
    return json.dumps({"trace_id": "t", "spans": list(_filled(size, calls))}, indent=2)


def hyperagent(size: int) -> str:
    """The lines of a log as strings of a list."""
    return json.dumps({"instance_id": "1", "problem_statement": ["Repair."], "trajectory": list(_log(size))}, indent=4)


SHAPES: dict[str, Callable[[int], str]] = {
    "chat": chat,
    "chat, JSON lines": chat_lines,
    "log of model calls": api_calls,
    "spans, GenAI": spans,
    "spans, TRAIL": trail,
    "AG2": ag2,
    "Who&When": whowhen,
    "HyperAgent": hyperagent,
}


def write(folder: Path, size: int) -> dict[str, Path]:
    """Every shape in a file of its own."""
    paths = {}
    for number, (name, make) in enumerate(SHAPES.items()):
        paths[name] = folder / f"run_{number}.json"
        paths[name].write_text(make(size), encoding="utf-8")
    return paths


def _filled(size: int, records: Iterator[Any]) -> Iterator[Any]:
    """As many records as make a file of this size."""
    for record in records:
        yield record
        size -= len(json.dumps(record))
        if size <= 0:
            return


def _text(chance: random.Random) -> str:
    """Prose or the page of a file, most of it short."""
    return "\n".join(
        " " * (4 * chance.randrange(3)) + " ".join(chance.choices(WORDS, k=chance.randrange(4, 16)))
        for _ in range(int(min(120, chance.paretovariate(1.2) * 5)))
    )


def _messages(seed: int) -> Iterator[Message]:
    """A prompt, a request, then agents that say something, call a tool and read what it returned."""
    chance = random.Random(seed)
    yield {"role": "system", "content": PROMPT + _text(chance)}
    yield {"role": "user", "content": _text(chance)}
    for number in count(1):
        call, tool = f"call_{number:08}", chance.choice(TOOLS)
        arguments = json.dumps({"path": f"src/part_{number}.py", "text": _text(chance)})
        asked = {"id": call, "type": "function", "function": {"name": tool, "arguments": arguments}}
        yield {"role": "assistant", "name": chance.choice(AGENTS), "content": _text(chance), "tool_calls": [asked]}
        yield {"role": "tool", "tool_call_id": call, "content": _text(chance)}
        yield {"role": "assistant", "name": chance.choice(AGENTS), "content": _text(chance), "refusal": None}


def _calls(messages: Iterator[Message]) -> Iterator[Message]:
    """Model calls, each of which is sent what was said since the conversation began."""
    history: list[Message] = []
    for number in count(1):
        if number % CALLS_IN_A_ROW == 1:
            history = []
        history = [*history, next(messages), next(messages)]
        answer = next(messages)
        usage = {"prompt_tokens": 900 + number, "completion_tokens": 200, "total_tokens": 1100 + number}
        yield {
            "ts": START + number,
            "request": {"model": "m", "temperature": 0, "messages": history},
            "response": {"id": f"r{number}", "choices": [{"message": answer, "finish_reason": "stop"}], "usage": usage},
        }
        history = [*history, answer]


def _span(number: int, call: Message) -> Message:
    """A model call as a span of OTLP."""
    attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.agent.name": AGENTS[number % 4],
        "gen_ai.request.model": "m",
        "gen_ai.input.messages": json.dumps(call["request"]["messages"]),
        "gen_ai.output.messages": json.dumps([call["response"]["choices"][0]["message"]]),
    }
    return {
        "traceId": "5b8aa5a2d2c872e8321cf37308d69df2",
        "spanId": f"{number:016x}",
        "name": "chat m",
        "startTimeUnixNano": str((START + number) * 10**9),
        "endTimeUnixNano": str((START + number) * 10**9 + 500),
        "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()],
    }


def _inference(number: int, call: Message) -> Message:
    """A model call as a span of OpenInference."""
    attributes = {"openinference.span.kind": "LLM", "llm.model_name": "m"}
    sent, came = call["request"]["messages"], [call["response"]["choices"][0]["message"]]
    for side, messages in (("input", sent), ("output", came)):
        for place, message in enumerate(messages):
            start = f"llm.{side}_messages.{place}.message."
            attributes[start + "role"] = message["role"]
            attributes[start + "content"] = message["content"]
    attributes["input.value"] = json.dumps({"messages": sent})
    return {
        "trace_id": "t",
        "span_id": f"{number:016x}",
        "span_name": "Model",
        "span_kind": "Internal",
        "timestamp": f"2026-03-{1 + number // 86400 % 28:02}T{number // 3600 % 24:02}:{number // 60 % 60:02}:00Z",
        "duration": "PT2.5S",
        "span_attributes": attributes,
        "events": [],
        "child_spans": [],
    }


def _log(size: int) -> Iterator[str]:
    """The lines of a log; every record stands in it twice, as loggers with two handlers write it."""
    chance = random.Random(8)
    while size > 0:
        agent = chance.choice(("Planner", "Navigator", "Editor", "Executor"))
        record = f"HyperAgent_{chance.randrange(99):02} - INFO - {agent}'s Response: {_text(chance)}".split("\n")
        for line in (*record, *record):
            size -= len(line) + 16
            yield line
