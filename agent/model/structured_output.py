"""Falls back from strict JSON to plain words where a server takes less, and remembers what each server takes."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from agent import private_files

FOLDER = "servers"
EDITION = 3
"""Raised when schemas are written in other words: what a server refused of the earlier ones is then asked again."""


class Level(IntEnum):
    """How a reply is held to its schema."""

    SCHEMA = 0  # response_format json_schema: the server enforces it
    OBJECT_SCHEMA = 1  # response_format json_object with a schema beside it
    OBJECT = 2  # response_format json_object: any JSON
    PROMPT = 3  # nothing but the words of the prompt


@dataclass
class ServerAbilities:
    """What one model of one server takes; kept between two runs."""

    level: int = Level.SCHEMA
    limit_word: str = "max_tokens"
    temperature: bool = True
    tools: bool = True
    """Whether it takes tools beside a schema; where it does not, a reply asks in its own fields."""
    path: Path | None = None

    @classmethod
    def of(cls, state_folder: Path | None, address: str, model: str) -> "ServerAbilities":
        """What was learnt before, or the strictest."""
        if state_folder is None:
            return cls()
        name = hashlib.sha256(f"{EDITION}\n{address}\n{model}".encode()).hexdigest()[:32]
        path = state_folder / FOLDER / f"{name}.json"
        try:
            kept = json.loads(private_files.read(path) or "{}")
            return cls(Level(kept["level"]), _word(kept), bool(kept["temperature"]), bool(kept["tools"]), path)
        except (ValueError, KeyError, TypeError):
            return cls(path=path)

    def keep(self) -> None:
        """Remember it for the next run."""
        if self.path is not None:
            abilities = {name: value for name, value in asdict(self).items() if name != "path"}
            text = json.dumps(abilities)
            if private_files.read(self.path) != text:
                private_files.write(self.path, text)

    def step_down(self, asked_on: int) -> bool:
        """Ask for less in the next request; False where there is nothing less to ask for."""
        if asked_on != self.level:
            return True
        if self.level >= Level.PROMPT:
            return False
        self.level += 1
        return True

    def without_tools(self) -> bool:
        """Offer no tools in the next request."""
        self.tools = False
        return True

    def adapt(self, word: str, sent_word: str, sent_temperature: bool) -> bool:
        """Leave out, or rename, an option that the server does not take; False where that was done before."""
        if "temperature" in word:
            changed = self.temperature or sent_temperature
            self.temperature = False
            return changed
        other = "max_completion_tokens" if sent_word == "max_tokens" else "max_tokens"
        if self.limit_word == sent_word:
            self.limit_word = other
            return other == "max_completion_tokens"
        return True


def _word(known: Mapping[str, Any]) -> str:
    return "max_completion_tokens" if known["limit_word"] == "max_completion_tokens" else "max_tokens"


def response_format(abilities: ServerAbilities, name: str, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """The option of the request for the level that the server is on."""
    if abilities.level == Level.SCHEMA:
        return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": dict(schema)}}
    if abilities.level == Level.OBJECT_SCHEMA:
        return {"type": "json_object", "schema": dict(schema)}
    if abilities.level == Level.OBJECT:
        return {"type": "json_object"}
    return None
