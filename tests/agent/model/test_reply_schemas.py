"""Every schema that is ever sent stays inside what OpenAI, Anthropic and Gemini document; bounds are held by us."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from agent.lookup.tools.registry import TOOLS
from agent.model import closing_replies, reply_schemas
from agent.model.closing_replies import CandidateReply
from agent.model.reply_fields import Reply
from agent.model.reply_schemas import JudgementReply, QuoteReply, StrictFirstJudgement, schema_of
from taxonomy.mast import load
from tests.agent.model.schema_subsets import COMMON, SUBSETS, beyond

SIGNALS = tuple(f"S{number}" for number in range(1, 13))
QUOTE = {"line": 3, "quote": "words"}


def sent() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each schema by its name: one of each reply, and the walk's with all it can be told to judge."""
    for name, kind in {**vars(reply_schemas), **vars(closing_replies)}.items():
        if isinstance(kind, type) and issubclass(kind, Reply) and kind not in (Reply, JudgementReply):
            yield name, schema_of(kind)
    taxonomy = load()
    for category in taxonomy.categories:
        codes = tuple(mode.code for mode in taxonomy.modes_of(category.code))
        yield category.code, schema_of(StrictFirstJudgement, codes, SIGNALS)


@pytest.mark.parametrize("provider", SUBSETS)
@pytest.mark.parametrize(("name", "schema"), sent())
def test_a_schema_is_one_that_each_provider_takes(provider: str, name: str, schema: dict[str, Any]) -> None:
    assert beyond(schema, SUBSETS[provider]) == []
    assert "description" not in schema


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_tools_of_a_conversation_say_no_more(tool: Any) -> None:
    schema = tool.schema()
    assert set(schema) <= COMMON
    assert all(set(one) <= {"type", "description"} and one["type"] != "object" for one in schema["properties"].values())


@pytest.mark.parametrize(
    ("schema", "fault"),
    [
        ({"type": "object", "properties": {}, "required": []}, "additionalProperties"),
        ({"anyOf": []}, "root"),
        ({**schema_of(QuoteReply), "minProperties": 1}, "'minProperties' is not permitted"),
        ({**schema_of(QuoteReply), "required": []}, "required"),
        ({**schema_of(QuoteReply), "properties": {"line": {"type": "integer", "ge": 0}}}, "'ge' is not permitted"),
        ({**schema_of(QuoteReply), "properties": {"line": {"enum": [None], "type": "null"}}}, "strings alone"),
    ],
)
def test_the_check_sees_what_a_provider_refuses(schema: dict[str, Any], fault: str) -> None:
    assert all(fault in "; ".join(beyond(schema, subset)) for subset in SUBSETS.values())


def test_bounds_are_held_when_a_reply_is_read() -> None:
    long = CandidateReply.model_validate(
        {"id": "F1", "hidden_cause": "w" * 900, "smallest_change": "c", "recovers": "Yes"}
    )
    assert (len(long.hidden_cause), long.recovers) == (200, "yes")
    for line in (-1, "nowhere"):
        with pytest.raises(ValidationError):
            QuoteReply.model_validate({**QUOTE, "line": line})
    assert QuoteReply.model_validate({**QUOTE, "line": "L12-14"}).line == 12
