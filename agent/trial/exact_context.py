"""Finds the call of a model that an act came from, and what was sent with it, to the letter."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from agent.trace.event import Event, Kind
from agent.trace.trace import Trace
from agent.trial.model_calls import ModelCall, model_call
from agent.trial.sent_messages import SentMessages

LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is looked through for the call."""
_KEPT_ONCE = ("attachments", "events_data", "message_pool")
_DECIDES = 400
"""Characters of an act that must stand in the reply."""
_SOON, _TELLING = 20, 12
"""How many acts after an act are looked at, and how long words are that tell one from another."""


def call_before(trace: Trace, act: Event) -> ModelCall | None:
    """The call that brought the act; None where none did, or where several could have and were sent other things."""
    source, index = trace.source, trace.events.index()
    if source.size > LARGEST:
        return None
    words = trace.text(act)
    first, last = act.source_lines
    calls = _that_brought(source.read(index.offset_of(first), index.offset_of(last + 1)), act, words)
    if not calls:
        calls = _that_brought(source.read(source.start, source.size), act, words)
    if len(calls) > 1 and any(each.sent.read != calls[0].sent.read for each in calls):
        calls = _in_turn(trace, act, words, calls)
    return calls[0] if calls and not _is_later(trace, act, calls[0]) else None


def _that_brought(data: bytes, act: Event, words: str) -> list[ModelCall]:
    return [call for value in _values(data) for call in _within(value) if _brought(call, act, words)]


def _in_turn(trace: Trace, act: Event, words: str, calls: list[ModelCall]) -> list[ModelCall]:
    """Of calls with the same words in their replies that of the act, if there is one for each such act of the run."""
    acts, texts = [], []
    for event in trace.events:
        text = trace.text(event)
        texts.append(text)
        if event.is_act and event.kind is act.kind and event.actor == act.actor and text == words:
            acts.append(event.number)
    run = "\n".join(texts)
    own = [call for call in calls if call.sent.read[-1].text.strip()[:_DECIDES] in run]
    return [own[acts.index(act.number)]] if len(own) == len(acts) and act.number in acts else []


def _is_later(trace: Trace, act: Event, call: ModelCall) -> bool:
    """Whether what was sent holds the act itself or what came soon after it: then another reply said the same words."""
    sent = "\n".join(message.text for message in call.sent.read)
    for number in range(act.number, min(act.number + _SOON, len(trace.events)) + 1):
        event = trace.events[number]
        words = trace.text(event).strip()
        if not event.is_act or len(words) < _TELLING or words not in sent:
            continue
        if not any(words in trace.text(trace.events[before]) for before in range(1, act.number)):
            return True
    return False


def _values(data: bytes) -> Iterator[Any]:
    """A document, or one on each line; what is none is passed over."""
    text = data.decode("utf-8", "replace")
    with suppress(ValueError, RecursionError):
        yield json.loads(text)
        return
    for line in text.split("\n"):
        with suppress(ValueError, RecursionError):
            yield json.loads(line)


def _within(value: Any) -> Iterator[ModelCall]:
    """The calls in a document, in its order."""
    waiting: list[tuple[Any, Mapping[str, Any]]] = [(value, {})]
    while waiting:
        here, around = waiting.pop()
        if isinstance(here, dict):
            if any(key in here for key in _KEPT_ONCE):
                around = {key: here[key] for key in _KEPT_ONCE if here.get(key)}
            if (call := model_call(here, around)) is not None:
                yield call
                continue
            waiting += [(each, around) for each in reversed(here.values()) if isinstance(each, dict | list)]
        elif isinstance(here, list):
            waiting += [(each, around) for each in reversed(here) if isinstance(each, dict | list)]


def _brought(call: ModelCall, act: Event, words: str) -> bool:
    """Whether the reply of a call holds the act."""
    came = SentMessages()
    came.add_all(_replies(call.came))
    calls = [each for message in came.read for each in message.calls]
    if act.call and any(each.id == act.call for each in calls):
        return True
    if act.kind in (Kind.CALL, Kind.HANDOFF) and act.tool:
        return any(each.name == act.tool and _plain(each.arguments) == _plain(words) for each in calls)
    sought = words.strip()[:_DECIDES]
    return bool(sought) and any(sought in message.text for message in came.read)


def _replies(came: Any) -> Any:
    """The messages of a reply, out of what is around them."""
    if isinstance(came, str):
        return [{"role": "assistant", "content": came}]
    if isinstance(came, list):
        return [_replies(each) for each in came]
    if isinstance(came, dict):
        for key in ("choices", "generations", "messages", "message", "output"):
            if isinstance(came.get(key), dict | list):
                return _replies(came[key])
        if "role" not in came and "type" not in came and ("content" in came or isinstance(came.get("text"), str)):
            return {"role": "assistant", **came, "content": came.get("content", came.get("text"))}
    return came


def _plain(arguments: str) -> str:
    with suppress(ValueError, RecursionError):
        return json.dumps(json.loads(arguments), sort_keys=True)
    return "".join(arguments.split())
