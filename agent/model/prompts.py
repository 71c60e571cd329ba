"""The prompts: Markdown files, one for each question, with what belongs into them poured in; known by their hash."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

HERE = Path(__file__).with_name("prompts")
_GAP = re.compile(r"\{\{(\w+)\}\}")


@cache
def load(name: str) -> str:
    """The text of a prompt as it ships."""
    return (HERE / f"{name}.md").read_text("utf-8").strip()


def poured(name: str, parts: Mapping[str, str]) -> str:
    """A prompt with its gaps filled, each once: braces inside a part stay what they are."""
    return _GAP.sub(lambda gap: parts[gap[1]], load(name))


@cache
def fingerprint() -> str:
    """The sha256 of all prompts: another wording is another diagnosis."""
    digest = hashlib.sha256()
    for path in sorted(HERE.glob("*.md")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def fence(mark: str, name: str, text: str) -> str:
    """A block of foreign text between two marks that its author could not foresee."""
    body = text.replace(mark, "(mark)").rstrip("\n")
    return f"<<<{name} {mark}\n{body}\n{name} {mark}>>>"
