"""A diagnosis on paper: its JSON, its JSON Schema, and a saved one read back."""

import json
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from agent.clean import clean_name, inert_json
from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.document_parts import Diagnosis
from agent.diagnosis.editions import SCHEMA, current
from agent.errors import UnreadableTrace
from agent.trace.whole_file import read_whole

T = TypeVar("T")
_NAME_ONE = "Name a file written by `mast-tui diagnose -o`."
_MOST = 2**53
"""No count, size or line in a document is larger, nor is any below zero."""
_PARTS: dict[Any, TypeAdapter[Any]] = {}


@cache
def _adapter() -> TypeAdapter[Diagnosis]:
    return TypeAdapter(Diagnosis)


def part(kind: type[T], value: dict[str, Any]) -> T:
    """One part of a document from plain JSON values."""
    if kind not in _PARTS:
        _PARTS[kind] = TypeAdapter(kind)
    validated: T = _PARTS[kind].validate_python(value)
    return validated


def json_schema() -> dict[str, Any]:
    """The JSON Schema that every document validates against."""
    schema = _adapter().json_schema(mode="serialization")
    analyst = schema["$defs"]["MadeBy"]["properties"]
    analyst["analyst"] = {"enum": sorted(KINDS, reverse=True), **analyst["analyst"]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA, **schema}


def to_json(diagnosis: Diagnosis) -> str:
    """The document as strict JSON: no NaN, keys in the order of the contract."""
    return inert_json(to_dict(diagnosis)) + "\n"


def to_dict(diagnosis: Diagnosis) -> dict[str, Any]:
    """The document as plain JSON values."""
    value: dict[str, Any] = _adapter().dump_python(diagnosis, mode="json")
    for mode in value["modes"]:
        if not mode["own"]:
            del mode["own"]  # it stands with modes of one's own only
    if not value["trace"]["warnings"]:
        del value["trace"]["warnings"]
    return value


def from_dict(value: dict[str, Any], where: str = "the document") -> Diagnosis:
    """A saved document of any edition that was ever written."""
    _check_numbers(value, where)
    try:
        diagnosis = _adapter().validate_python(current(value, where))
    except ValidationError as fault:
        first = fault.errors()[0]
        raise _damaged(where, ".".join(str(step) for step in first["loc"]), first["msg"]) from None
    if not diagnosis.trace.sha256.isascii():
        raise _damaged(where, "trace.sha256", "Input should be a hash in hexadecimal")
    if diagnosis.made_by.analyst not in KINDS:
        names = " or ".join(f"'{name}'" for name in sorted(KINDS, reverse=True))
        raise _damaged(where, "made_by.analyst", f"Input should be {names}")
    return diagnosis


def _check_numbers(document: dict[str, Any], where: str) -> None:
    """Refuse numbers that nothing in a trace can have: what draws and adds them need not expect them."""
    parts: list[tuple[str, Any]] = [("", document)]
    while parts:
        place, value = parts.pop()
        if isinstance(value, dict):
            parts += [(f"{place}.{name}", each) for name, each in value.items()]
        elif isinstance(value, list):
            parts += [(f"{place}.{at}", each) for at, each in enumerate(value)]
        elif isinstance(value, int | float) and not 0 <= value <= _MOST:
            raise _damaged(where, clean_name(place.lstrip(".")), "Input should be a number from 0 to 2^53")


def _damaged(where: str, place: str, fault: str) -> UnreadableTrace:
    what = f"{where}: {place}: {fault}."
    return UnreadableTrace("The diagnosis is damaged.", what, "Make it anew with `mast-tui diagnose`.")


def load(path: Path) -> Diagnosis:
    """The diagnosis saved in a file."""
    try:
        value = json.loads(read_whole(path).decode("utf-8"))
    except UnreadableTrace as fault:
        raise UnreadableTrace("The diagnosis cannot be read.", fault.to, _NAME_ONE) from None
    except (ValueError, RecursionError) as fault:
        raise UnreadableTrace("The diagnosis cannot be read.", f"{clean_name(path)}: {fault}.", _NAME_ONE) from None
    return from_dict(value if isinstance(value, dict) else {}, str(clean_name(path)))
