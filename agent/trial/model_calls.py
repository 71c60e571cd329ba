"""The call of a model that a record of a trace holds: what was sent, what came back; a shape for each format."""

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from agent.model.model import Tool
from agent.trial.sent_messages import SentMessages, tools_of

Record = Mapping[str, Any]
_SPELLED = re.compile(r"\.(\d+)\.(.+)")


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model, as its record holds it."""

    sent: SentMessages
    came: object
    model: str | None
    tools: tuple[Tool, ...]


def model_call(record: Record, around: Record) -> ModelCall | None:
    """The call that a record is; `around` holds what its sample keeps once for all of its records."""
    for key, shape in _SHAPES.items():
        if key not in record:
            continue
        with suppress(KeyError, TypeError, ValueError, AttributeError, IndexError):
            made = shape(record, around)
            if made is not None and made.sent.read and made.sent.is_whole:
                return made
    return None


def _made(sent: object, came: object, model: object, tools: object = None, system: object = None) -> ModelCall:
    messages = SentMessages()
    if system is not None:
        messages.add({"role": "system", "content": system})
    messages.add_all(sent)
    messages.is_whole &= not isinstance(sent, str)
    return ModelCall(messages, came, model if isinstance(model, str) and model else None, tools_of(tools))


def _logged(record: Record, around: Record) -> ModelCall | None:
    """A log of model calls: the request and its response."""
    request = record["request"]
    system = request.get("instructions") or request.get("system")
    sent = request["messages"] if "messages" in request else request["input"]
    return _made(sent, record["response"], request.get("model"), request.get("tools"), system)


def _span(record: Record, around: Record) -> ModelCall | None:
    """A span of a model call, with the attributes of GenAI or of OpenInference."""
    held = _attributes(record["attributes"])
    if "gen_ai.input.messages" in held:
        system = _parsed(held.get("gen_ai.system_instructions"))
        sent, came = _parsed(held["gen_ai.input.messages"]), _parsed(held.get("gen_ai.output.messages"))
        tools = _parsed(held.get("gen_ai.tool.definitions"))
        return _made(sent, came, held.get("gen_ai.request.model"), tools, system)
    if any(key.startswith("gen_ai.prompt.") for key in held):
        sent, came = _spelled(held, "gen_ai.prompt"), _spelled(held, "gen_ai.completion")
        return _made(sent, came, held.get("gen_ai.request.model"), _spelled(held, "llm.request.functions"))
    sent = [_openinference(one) for one in _spelled(held, "llm.input_messages")]
    came = [_openinference(one) for one in _spelled(held, "llm.output_messages")]
    tools = [_parsed(one.get("tool.json_schema", one.get("json_schema"))) for one in _spelled(held, "llm.tools")]
    return _made(sent, came, held.get("llm.model_name"), tools) if sent and came else None


def _langfuse(record: Record, around: Record) -> ModelCall | None:
    if record["type"] != "GENERATION":
        return None
    sent = _parsed(record["input"])
    listed = sent.get("messages") if isinstance(sent, Mapping) else sent
    tools = sent.get("tools") if isinstance(sent, Mapping) else None
    came = _parsed(record["output"])
    system = came.get("instructions") if isinstance(came, Mapping) else None
    return _made(listed, came, record.get("model"), tools, system)


def _langsmith(record: Record, around: Record) -> ModelCall | None:
    if record["run_type"] != "llm":
        return None
    extra = record.get("extra") or {}
    asked, known = extra.get("invocation_params") or {}, extra.get("metadata") or {}
    model = asked.get("model") or asked.get("model_name") or known.get("ls_model_name")
    inputs, outputs = record["inputs"], record["outputs"]
    came = outputs.get("generations") or outputs.get("choices") or outputs.get("messages") or outputs
    return _made(inputs["messages"], came, model, asked.get("tools") or inputs.get("tools"))


def _inspect(record: Record, around: Record) -> ModelCall | None:
    if record["event"] != "model":
        return None
    pool = (around.get("events_data") or {}).get("messages") or around.get("message_pool") or []
    sent = list(record["input"] or [])
    for first, last in record.get("input_refs") or ():
        sent += pool[first:last]
    sent = [_attached(one, around.get("attachments") or {}) for one in sent]
    came = [_attached(each.get("message"), around.get("attachments") or {}) for each in record["output"]["choices"]]
    return _made(sent, came, str(record["model"]).partition("/")[2], record.get("tools"))


_SHAPES: dict[str, Callable[[Record, Record], ModelCall | None]] = {
    "request": _logged,
    "attributes": _span,
    "run_type": _langsmith,
    "event": _inspect,
    "type": _langfuse,
}
"""The shapes, each by a key that its record has."""


def _attributes(listed: object) -> dict[str, Any]:
    """Attributes by their whole names, however they are written."""
    if isinstance(listed, list):
        return {str(one["key"]): _value(one["value"]) for one in listed}
    held: dict[str, Any] = {}
    _flatten("", listed, held)
    return held


def _flatten(name: str, value: object, held: dict[str, Any]) -> None:
    if isinstance(value, Mapping):
        for key, each in value.items():
            _flatten(f"{name}.{key}" if name else str(key), each, held)
    elif isinstance(value, list) and value and isinstance(value[0], Mapping) and not name.startswith("gen_ai."):
        for at, each in enumerate(value):
            _flatten(f"{name}.{at}", each, held)
    else:
        held[name] = value


def _value(value: Record) -> Any:
    """A value as the protocol of OpenTelemetry writes it."""
    if "arrayValue" in value:
        return [_value(each) for each in value["arrayValue"].get("values") or ()]
    if "kvlistValue" in value:
        return {each["key"]: _value(each["value"]) for each in value["kvlistValue"].get("values") or ()}
    return next(iter(value.values()), None)


def _spelled(held: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """What is spelled out as `name.0.this`, `name.0.that`, in order."""
    by_number: dict[int, dict[str, Any]] = {}
    for key, value in held.items():
        match = _SPELLED.fullmatch(key.removeprefix(name)) if key.startswith(f"{name}.") else None
        if match is not None:
            by_number.setdefault(int(match[1]), {})[match[2]] = value
    return [_with_calls(by_number[at]) for at in sorted(by_number)]


def _with_calls(one: dict[str, Any]) -> dict[str, Any]:
    """A message of the older spelling, with its calls."""
    calls = [{"id": each.get("id"), "function": each} for each in _spelled(one, "tool_calls")]
    return {**one, "tool_calls": calls} if calls else one


def _openinference(one: Mapping[str, Any]) -> dict[str, Any]:
    inner = {key.removeprefix("message."): value for key, value in one.items()}
    parts = [
        {"type": each.get("message_content.type"), "text": each.get("message_content.text")}
        for each in _spelled(inner, "contents")
    ]
    calls = [
        {key.removeprefix("tool_call.").removeprefix("function."): value for key, value in each.items()}
        for each in _spelled(inner, "tool_calls")
    ]
    return {**inner, **({"content": parts} if parts else {}), **({"tool_calls": calls} if calls else {})}


def _attached(value: Any, attachments: Mapping[str, Any]) -> Any:
    """What was kept once beside the sample, put back in its place."""
    if isinstance(value, str) and value.startswith("attachment://"):
        return attachments[value.removeprefix("attachment://")]
    if isinstance(value, Mapping):
        return {key: _attached(each, attachments) for key, each in value.items()}
    return [_attached(each, attachments) for each in value] if isinstance(value, list) else value


def _parsed(value: Any) -> Any:
    """JSON in a string as what it is; other text as it stands."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return value
