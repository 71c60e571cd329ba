"""A diagnosis on paper: its JSON, its JSON Schema, and a saved one read back."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from agent.diagnosis.shapes import Diagnosis
from agent.errors import UnreadableTrace

SCHEMA: Final[Literal["mast-tui/diagnosis/1"]] = "mast-tui/diagnosis/1"

T = TypeVar("T")
_PARTS: dict[Any, TypeAdapter[Any]] = {}


@cache
def _adapter() -> TypeAdapter[Diagnosis]:
    return TypeAdapter(Diagnosis)


def part(kind: type[T], value: dict[str, Any]) -> T:
    """One part of a document from plain JSON values."""
    if kind not in _PARTS:
        _PARTS[kind] = TypeAdapter(kind)
    made: T = _PARTS[kind].validate_python(value)
    return made


def json_schema() -> dict[str, Any]:
    """The JSON Schema that every document validates against."""
    schema = _adapter().json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA, **schema}


def to_json(diagnosis: Diagnosis, *, indent: int | None = 2) -> str:
    """The document as strict JSON: no NaN, keys in the order of the contract."""
    return json.dumps(to_dict(diagnosis), indent=indent, ensure_ascii=False, allow_nan=False) + "\n"


def to_dict(diagnosis: Diagnosis) -> dict[str, Any]:
    """The document as plain JSON values."""
    value: dict[str, Any] = _adapter().dump_python(diagnosis, mode="json")
    return value


def from_dict(value: dict[str, Any], where: str = "the document") -> Diagnosis:
    """A saved document of any schema version that was ever written."""
    if value.get("schema") != SCHEMA:
        raise UnreadableTrace(
            "This is not a diagnosis that can be read here.",
            f"{where} says its schema is {str(value.get('schema'))[:60]!r}.",
            f"Make one with `mast-tui diagnose TRACE -o FILE.json` (schema {SCHEMA}).",
        )
    try:
        return _adapter().validate_json(json.dumps(value))
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        raise UnreadableTrace(
            "The diagnosis is damaged.", f"{where}: {place}: {first['msg']}.", "Make it anew with `mast-tui diagnose`."
        ) from None


def load(path: Path) -> Diagnosis:
    """The diagnosis saved in a file."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise UnreadableTrace(
            "The diagnosis cannot be read.", f"{path}: {fault}.", "Name a file written by `mast-tui diagnose -o`."
        ) from None
    return from_dict(value if isinstance(value, dict) else {}, str(path))
