"""Google ADK: the events of a session, and eval sets whose cases are conversations with their calls of tools."""

from dataclasses import replace
from typing import Any

from agent.trace.event import Kind
from agent.trace.formats.base.pattern import pattern
from agent.trace.formats.json_logs.chat_table import ChatTable
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.json_logs.table_rules import Each, Part, Rule

_CALL, _RETURNED = ("functionCall", "function_call"), ("functionResponse", "function_response")


def _either(names: tuple[str, str], field: str) -> str:
    return " ".join(f"{name}.{field}" for name in names)


_PARTS = {
    "thought": (Part(Kind.THINK, "text"),),
    "*": (
        Part(Kind.SAY, "text"),
        Part(Kind.CALL, _either(_CALL, "args"), tool=_either(_CALL, "name"), call=_either(_CALL, "id")),
        Part(Kind.RESULT, _either(_RETURNED, "response"), tool=_either(_RETURNED, "name"),
             call=_either(_RETURNED, "id")),
        Part(Kind.CALL, "executableCode.code executable_code.code", tool="=code_execution"),
        Part(Kind.RESULT, "codeExecutionResult.output code_execution_result.output", tool="=code_execution"),
    ),
}  # fmt: skip
_USED = (Part(Kind.CALL, "args", tool="name", call="id"),)
_RESPONDED = (Part(Kind.RESULT, "response", tool="name", call="id"),)


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict) or "author" not in value:
        return False
    return not {"invocationId", "invocation_id"}.isdisjoint(value)


SESSION = ChatTable(
    "google_adk_session",
    "events with `author` and `invocation_id`",
    _is_event,
    {
        "partial": (),
        "*": (
            Each("content.parts", _PARTS, "thought"),
            Part(Kind.ERROR, "errorMessage error_message errorCode error_code", actor="system"),
        ),
    },
    tag="partial",
    agent=".author",
    holders=("events",),
    opening=(pattern(rb'"author"\s*:'), pattern(rb'"invocation_?[iI]d"\s*:')),
).format()


def _invocation(at: str = "") -> Rule:
    """What one turn of a case holds: the user's words, calls and what they gave, the answer."""

    def under(*names: str) -> str:
        return " ".join(at + name for name in names)

    data = ("intermediate_data.", "intermediateData.")
    return (
        Each(under("user_content.parts", "userContent.parts"), {"*": (Part(Kind.SAY, "text", actor="user"),)}),
        Each(under(*(f"{d}{key}" for d in data for key in ("tool_uses", "toolUses"))), {"*": _USED}),
        Each(under(*(f"{d}{key}" for d in data for key in ("tool_responses", "toolResponses"))), {"*": _RESPONDED}),
        Each(
            under(*(f"{d}{key}" for d in data for key in ("intermediate_responses", "intermediateResponses"))),
            {"*": (Each("1", _PARTS, "thought"),)},
        ),
        Each(
            under(*(f"{d}{key}" for d in data for key in ("invocation_events", "invocationEvents"))),
            {"*": (Each("content.parts", _PARTS, "thought"),)},
        ),
        Each(under("final_response.parts", "finalResponse.parts"), _PARTS, "thought"),
    )


QUERIES = ChatTable(
    "google_adk_eval_queries",
    "a `query` with `expected_tool_use` and `reference`",
    lambda value: isinstance(value, dict) and "query" in value and "expected_tool_use" in value,
    {"*": (Part(Kind.SAY, "query", actor="user"),)},
    tag="",
).format()
_CASES = ChatTable(
    "google_adk_eval_set",
    "cases of a `conversation`",
    lambda value: False,
    {"*": _invocation()},
    tag="",
    times="creation_timestamp creationTimestamp",
    agent="agent",
    opening=(pattern(rb'"eval_?[iI]d"\s*:'), pattern(rb'"conversation"\s*:\s*\[')),
)
EVAL_SET = Documents(
    _CASES.run("conversation"),
    under=("eval_cases", "evalCases"),
    within=(pattern(rb'"(?:eval_cases|evalCases)"\s*:\s*\['), pattern(rb'"eval_?(?:set_?)?[iI]d"\s*:')),
)
EVAL_RESULT = Documents(
    replace(
        _CASES,
        name="google_adk_eval_result",
        because="cases with an `actual_invocation`",
        rules={"*": _invocation("actual_invocation.") + _invocation("actualInvocation.")},
        times="actual_invocation.creation_timestamp actualInvocation.creationTimestamp",
        opening=(pattern(rb'"actual_?[iI]nvocation"\s*:'),),
    ).run("eval_metric_result_per_invocation", "evalMetricResultPerInvocation"),
    under=("eval_case_results", "evalCaseResults"),
    within=(pattern(rb'"(?:eval_case_results|evalCaseResults)"\s*:\s*\['),),
)
