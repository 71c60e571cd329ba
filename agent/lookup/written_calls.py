"""Calls that a model writes into its answer, in the forms that small models were taught: JSON, tags, code."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_NAME_KEYS, _ARGUMENT_KEYS = ("name", "tool", "tool_name", "function"), ("arguments", "parameters", "args", "input")
_FENCED = re.compile(r"```[a-z_]*[ \t]*\n?(.*?)```|<tool_call>(.*?)(?:</tool_call>|$)", re.DOTALL)
_GAP = r"(?P<gap>[^{}\"'\n]{0,60}(?:\n[^{}\"'\n]{0,40}){0,2})"
_MARKED = re.compile(r"[<>|\[\]=:｜`]|Action Input")
"""Between the name of a tool and its arguments something stands that no sentence has there."""
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_PAIR = re.compile(
    r"<parameter(?:=| name=)\"?(?P<key>\w+)\"?>\s*(?P<value>.*?)\s*</parameter>"
    r"|<arg_key>\s*(?P<arg>\w+)\s*</arg_key>\s*<arg_value>\s*(?P<given>.*?)\s*</arg_value>",
    re.DOTALL,
)
_REST_OF_TAGS = re.compile(
    r"```[a-z_]*\s*```|</?(?:[\w-]+:)?(?:tool_calls?|function_calls|invoke|function|parameter)\b[^<>\n]{0,80}>"
    r"|<function=(?=\s|<|$)|(?:commentary )?(?:to=)?\bfunctions\.(?=\s|<|$)|<[|｜][^<>\n]{0,60}[|｜]>"
    r"|\[(?:TOOL_CALLS|ARGS)\]|^Action(?: Input)?:.*$|^functools(?=\W|$)",
    re.MULTILINE,
)
_EMPTY = re.compile(r"[\[({][,\s]*[\])}]")
_THOUGHT = re.compile(r"\A(?:(?!<think>).)*?</think>|<think>.*?(?:</think>|$)", re.DOTALL)
_CITED = re.compile(r"\bL\d+")
LONGEST, MOST, LONGEST_CODE = 20_000, 40, 4_000
"""Characters of a text, objects in it, and characters of code that are looked at."""
SHORTEST_ANSWER = 200


@dataclass(frozen=True, slots=True)
class Written:
    """A call as it stands in a text: which tool, with what, and from where to where."""

    name: str
    arguments: Mapping[str, Any]
    start: int
    end: int


def written(text: str, tools: Mapping[str, tuple[str, ...]]) -> list[Written]:
    """The calls in a text, in order; none where the text is an answer. `tools` says what each tool takes."""
    if len(text) > LONGEST or not any(name in text for name in tools):
        return []
    text = _THOUGHT.sub(lambda thought: " " * len(thought[0]), text)
    for reading in (_objects, _after_names, _tagged, _code):
        calls = sorted(reading(text, tools), key=lambda call: call.start)
        if calls:
            return [] if _is_answer(without(text, calls)) else calls
    return []


def _is_answer(text: str) -> bool:
    """Whether what stands around calls is an answer that quotes them: it cites lines, and at some length."""
    return len(text) > SHORTEST_ANSWER and len(_CITED.findall(text)) > 1


def without(text: str, calls: list[Written]) -> str:
    """What is left of a text when the calls in it are taken out, and the marks around them."""
    for start, end in sorted({(call.start, call.end) for call in calls}, reverse=True):
        text = text[:start] + text[end:]
    text = _EMPTY.sub("", text) if calls else text
    return _REST_OF_TAGS.sub("", text).strip()


def _objects(text: str, tools: Mapping[str, tuple[str, ...]]) -> Iterator[Written]:
    """JSON objects, or such as Python writes them, that name a tool and its arguments."""
    at = 0
    for _ in range(MOST):
        if (at := text.find("{", at)) < 0:
            return
        value, end = _value_at(text, at)
        if value is None:
            at += 1
            continue
        for name, given in _named(value, tools):
            yield Written(name, given, at, end)
        at = end


def _named(value: Any, tools: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The calls in a value: it is one, or wraps one or several."""
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, dict):
            continue
        wrapped = one.get("tool_calls") or one.get("function") or one.get("tool_call")
        if isinstance(wrapped, list | dict):
            yield from _named(wrapped, tools)
            continue
        name = next((one[key] for key in _NAME_KEYS if isinstance(one.get(key), str)), "")
        name = name.removeprefix("functions.")
        if name in tools:
            arguments = next((one[key] for key in _ARGUMENT_KEYS if key in one), None)
            if arguments is None:
                arguments = {key: value for key, value in one.items() if key in tools[name]}
            if isinstance(arguments, str):
                arguments, _ = _value_at(arguments, 0)
            yield name, arguments if isinstance(arguments, dict) else {}


def _after_names(text: str, tools: Mapping[str, tuple[str, ...]]) -> Iterator[Written]:
    """The name of a tool, a mark, and an object with nothing in it but what the tool takes."""
    at = 0
    pattern = re.compile(rf"\b(?P<name>{'|'.join(map(re.escape, tools))})\b{_GAP}(?=\{{)")
    for _ in range(MOST):
        if (match := pattern.search(text, at)) is None:
            return
        value, end = _value_at(text, match.end())
        takes = tools[match["name"]]
        nearer = any(re.search(rf"\b{re.escape(name)}\b", match["gap"]) for name in tools)
        if isinstance(value, dict) and not nearer and _MARKED.search(match["gap"]) and set(value) <= set(takes):
            yield Written(match["name"], value, match.start(), end)
            at = end
        else:
            at = match.end("name")


def _tagged(text: str, tools: Mapping[str, tuple[str, ...]]) -> Iterator[Written]:
    """The name of a tool in or after a tag, and a tag for each argument."""
    opened = list(
        re.finditer(
            rf"(?:<(?:\w+:)?(?:function=|invoke name=\"?)|<tool_call>\s*)"
            rf"(?P<name>{'|'.join(map(re.escape, tools))})\b\"?>?",
            text,
        )
    )
    for number, match in enumerate(opened):
        stop = opened[number + 1].start() if number + 1 < len(opened) else len(text)
        pairs = list(_PAIR.finditer(text, match.end(), stop))
        if pairs:
            arguments = {pair["key"] or pair["arg"]: pair["value"] or pair["given"] or "" for pair in pairs}
            yield Written(match["name"], arguments, match.start(), pairs[-1].end())


def _code(text: str, tools: Mapping[str, tuple[str, ...]]) -> Iterator[Written]:
    """Calls of functions, where they are all there is of a text or of a block in it."""
    fenced = [(match.start(), match.end(), match[1] or match[2] or "") for match in _FENCED.finditer(text)]
    for start, end, block in fenced or [(0, len(text), _REST_OF_TAGS.sub("", text))]:
        if len(block) > LONGEST_CODE:
            continue
        try:
            body = ast.parse(block.strip()).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        calls = [call for statement in body for call in _calls_of(statement, tools)]
        if None not in calls:
            yield from (Written(*call, start, end) for call in calls if call is not None)


def _calls_of(node: ast.AST, tools: Mapping[str, tuple[str, ...]]) -> list[tuple[str, dict[str, Any]] | None]:
    """The calls that a statement is made of; None for whatever is no call of a tool."""
    if isinstance(node, ast.Expr):
        return _calls_of(node.value, tools)
    if isinstance(node, ast.Assign):
        return _calls_of(node.value, tools)
    if isinstance(node, ast.List | ast.Tuple):
        return [call for one in node.elts for call in _calls_of(one, tools)]
    if not isinstance(node, ast.Call):
        return [None]
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name == "print" and len(node.args) == 1:
        return _calls_of(node.args[0], tools)
    if name not in tools:
        return [None]
    try:
        arguments = dict(zip(tools[name], map(ast.literal_eval, node.args), strict=False))
        arguments |= {one.arg: ast.literal_eval(one.value) for one in node.keywords if one.arg is not None}
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return [None]
    return [(name, arguments)]


def _value_at(text: str, at: int) -> tuple[Any, int]:
    """The object that begins there, as JSON or nearly, and where it ends; None where there is none."""
    try:
        return json.JSONDecoder().raw_decode(text, at)
    except (ValueError, RecursionError):
        pass
    end = _closing(text, at)
    part = text[at:end]
    try:
        value: Any = json.loads(_TRAILING_COMMA.sub(r"\1", part))
    except (ValueError, RecursionError):
        value = _literal(part)
    return (value, end) if isinstance(value, dict) else (None, at)


def _literal(text: str) -> Any:
    """A value as Python writes it; None where it is none."""
    try:
        return ast.literal_eval(text) if len(text) <= LONGEST_CODE else None
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None


def _closing(text: str, at: int) -> int:
    """Where the bracket closes that opens there, whatever stands in strings."""
    depth = 0
    for place in range(at, min(len(text), at + LONGEST)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return at
