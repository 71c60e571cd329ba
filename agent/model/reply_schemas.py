"""The replies that a model is asked for, field by field, and their JSON Schema as every provider takes it."""

import json
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from agent.model.reply_fields import Code, Line, Most, Paragraph, Passage, Reply, Sentence, Share, Short, word

SeverityWord = Literal["fatal", "major", "minor", "recovered"]


class QuoteReply(Reply):
    """Words copied from the trace, and the number of the line they begin on."""

    line: Line
    quote: Annotated[str, Most(400)]


class AbsenceReply(Reply):
    """A search that finds nothing where something should stand."""

    pattern: Annotated[str, Most(120)]
    first: Line
    last: Line
    expected_at: Line


class FindingReply(Reply):
    """One failure of one mode, with both sides of its evidence."""

    what: Sentence
    why: Paragraph
    actor: Short
    about: Short
    acts: Annotated[list[QuoteReply], Most(3)]
    references: Annotated[list[QuoteReply], Most(3)]
    absence: AbsenceReply | None
    rival: Code
    why_not_rival: Sentence
    severity: Annotated[SeverityWord, BeforeValidator(word)]
    confidence: Share


class ModeReply(Reply):
    """What is said of one mode."""

    mode: Short
    against: Sentence
    state: Annotated[Literal["present", "absent", "cannot_tell"], BeforeValidator(word)]
    findings: Annotated[list[FindingReply], Most(3)]


class MistakeReply(Reply):
    """One failure that no mode describes, with both sides of its evidence."""

    kind: Annotated[Literal["capability", "environment", "data"], BeforeValidator(word)]
    what: Sentence
    why: Paragraph
    actor: Short
    about: Short
    acts: Annotated[list[QuoteReply], Most(3)]
    references: Annotated[list[QuoteReply], Most(3)]
    severity: Annotated[SeverityWord, BeforeValidator(word)]
    confidence: Share

    def as_finding(self) -> FindingReply:
        """The same in the fields of a finding of a mode."""
        return FindingReply(**self.model_dump(exclude={"kind"}), absence=None, rival="", why_not_rival="")


class VoteReply(Reply):
    """What is said of one signal."""

    id: Code
    vote: Annotated[Literal["confirm", "reject"], BeforeValidator(word)]
    why: Sentence


class JudgementReply(Reply):
    """A judgement before its parts are looked at: one part that does not fit spoils no other."""

    modes: Annotated[list[Any], Most(24)]
    signals: Annotated[list[Any], Most(60)]
    mistakes: Annotated[list[Any], Most(12)] = Field(default_factory=list)


class StrictJudgement(Reply):
    """The judgement that is asked for."""

    signals: Annotated[list[VoteReply], Most(30)]
    modes: Annotated[list[ModeReply], Most(8)]


class StrictFirstJudgement(StrictJudgement):
    """The judgement that is asked for where plain mistakes are asked for too."""

    mistakes: Annotated[list[MistakeReply], Most(4)]


class CheckReply(Reply):
    """Something a right run must do or keep to, with the line that says so and its words there."""

    text: Sentence
    line: Line
    words: Sentence = ""


class RoleReply(Reply):
    """What an actor is there for, and what it must not do."""

    actor: Short
    duties: Sentence
    forbidden: Sentence
    line: Line
    words: Sentence = ""


class RegionReply(Reply):
    """Lines worth a closer look."""

    first: Line
    last: Line
    why: Sentence


class OutlineReply(Reply):
    """What a right run must do, and where this one looks wrong."""

    goal: Passage
    criteria: Annotated[list[CheckReply], Most(10)]
    constraints: Annotated[list[CheckReply], Most(10)]
    roles: Annotated[list[RoleReply], Most(8)]
    unknown: Annotated[list[Sentence], Most(5)]
    suspicious: Annotated[list[RegionReply], Most(6)]


@cache
def schema_of(shape: type[Reply], modes: tuple[str, ...] = (), signals: tuple[str, ...] = ()) -> dict[str, Any]:
    """The JSON Schema of a reply, in the few words that every server takes: every field required, nothing bounded.

    It is made once and shared, so nobody may change it. Where `modes` are named, the reply judges these, and votes on
    the `signals` and on nothing else; bounds are held when the reply is read.
    """
    raw = shape.model_json_schema()
    schema = _plain(raw, raw.get("$defs", {}))
    if modes:
        schema["properties"]["modes"]["items"]["properties"]["mode"] = {"type": "string", "enum": list(modes)}
    if signals:
        schema["properties"]["signals"]["items"]["properties"]["id"] = {"type": "string", "enum": list(signals)}
    return schema


def _plain(node: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    """A node of a schema with nothing by reference and no word that some server refuses."""
    if "$ref" in node:
        return _plain(parts[node["$ref"].rsplit("/", 1)[1]], parts)
    made: dict[str, Any] = {word: node[word] for word in ("type", "enum") if word in node}
    if "const" in node:
        made["enum"] = [node["const"]]
    if "anyOf" in node:
        made["anyOf"] = [_plain(one, parts) for one in node["anyOf"]]
    if "items" in node:
        made["items"] = _plain(node["items"], parts)
    if "properties" in node:
        made["properties"] = {name: _plain(one, parts) for name, one in node["properties"].items()}
        made["required"] = list(made["properties"])
        made["additionalProperties"] = False
    return made


def schema_text(schema: dict[str, Any]) -> str:
    """The schema in words, for a server that does not hold its model to it."""
    return f"Reply with one JSON object, and nothing else, that fits this JSON Schema:\n{json.dumps(schema)}"
