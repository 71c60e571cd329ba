"""The files that agents wrote whole in a trace: each version in order, and which two of them a place stands between."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise

from agent.diagnosis.document_parts import Lines
from agent.number_words import line_range
from agent.signals.readings.code_blocks import code_blocks
from agent.trace.event import Event, Kind

EXCERPT = 0.3
"""The share of a file's lines up to which a block of code under its name is an excerpt, and no version."""
WALKED, LARGEST = 20_000, 400_000
"""Acts that are looked at for files, and characters of one that are."""
_NAME = re.compile(
    r"(?<![\w./-])((?:[\w.-]+/)*[\w-][\w.-]*\.(?:py|pyi|ipynb|js|jsx|ts|tsx|html|css|java|kt|c|h|cc|cpp|hpp|cs|go|rs|rb"
    r"|php|swift|sh|sql|md|txt|csv|json|ya?ml|toml|ini|cfg|xml|r|lua|pl|scala))\b(?!\()",
    re.IGNORECASE,
)
_HEREDOC = re.compile(r"(?:cat|tee)\s*>?\s*(\S+)\s*<<-?\s*['\"]?(\w+)['\"]?[^\n]*\n(.*?)\n\s*\2\b", re.DOTALL)
_PATHS = ("path", "file_path", "filepath", "filename", "file_name", "file", "target_file")
_CONTENTS = ("content", "contents", "file_text", "new_content", "code", "text", "source")
_COMMANDS = frozenset({"bash", "sh", "shell", "console", "zsh", "cmd"})
_ABOVE = 3
"""Lines above a block of code in which its file may be named."""
_WRITES = (Kind.SAY, Kind.THINK, Kind.CALL, Kind.RESULT, Kind.ANSWER, Kind.HANDOFF, Kind.PLAN)
_NO_NAME = "unnamed "


@dataclass(frozen=True, slots=True)
class FileVersion:
    """A file as it was written once; `first` is the line its text begins on, None where it stands inside a line."""

    name: str
    event: Event
    first: int | None
    text: str

    @property
    def height(self) -> int:
        """How many lines it has."""
        return self.text.count("\n") + 1

    @property
    def lines(self) -> Lines:
        """Where it stands, as far as lines tell."""
        if self.first is None:
            return self.event.lines[0], self.event.lines[0]
        return self.first, self.first + self.height - 1

    @property
    def where(self) -> str:
        """Its event and its lines."""
        return f"@{self.event.number} {line_range(*self.lines)}"


def written_files(events: Iterable[Event], text: Callable[[Event], str]) -> dict[str, list[FileVersion]]:
    """The versions of each file in order; one that is the same as the one before it is none."""
    files: dict[str, list[FileVersion]] = {}
    acts = (event for event in events if event.repeats is None and event.kind in _WRITES)
    for event in islice(acts, WALKED):
        for version in _written(event, text(event)):
            known = files.setdefault(version.name, [])
            if not known or (known[-1].text != version.text and version.height > EXCERPT * known[-1].height):
                known.append(version)
    return files


def change_at(files: Mapping[str, list[FileVersion]], number: int) -> tuple[FileVersion, FileVersion] | None:
    """A version of a file and the next, of which an event wrote one; else the last change before it, or the first.

    What has no name is no file: two of those are seldom two versions of the same.
    """
    changes = [pair for name, versions in files.items() if not name.startswith(_NO_NAME) for pair in pairwise(versions)]
    here = [pair for pair in changes if pair[1].event.number == number]
    here += [pair for pair in changes if pair[0].event.number == number]
    if here or not changes:
        return here[0] if here else None
    before = [pair for pair in changes if pair[1].event.number < number]
    return max(before, key=_later) if before else min(changes, key=_later)


def _later(change: tuple[FileVersion, FileVersion]) -> int:
    return change[1].event.number


def _written(event: Event, text: str) -> Iterator[FileVersion]:
    """The files that an event holds whole."""
    for block in code_blocks(text):
        above = text[: block.start].rstrip("\n").split("\n")[-_ABOVE - 1 :]
        body = text[block.start : block.end]
        name = next((named for row in reversed(above) if (named := _named(row))), "") or _named(body.split("\n", 1)[0])
        if name or block.language not in _COMMANDS:
            yield _version(event, name or f"{_NO_NAME}{block.language or 'code'}", text, block.start, block.end)
    for match in _HEREDOC.finditer(text):
        yield _version(event, match[1].strip("'\""), text, match.start(3), match.end(3))
    if event.kind is Kind.CALL and (argument := _argument(text)) is not None:
        yield FileVersion(argument[0], event, None, argument[1])


def _named(row: str) -> str:
    names = _NAME.findall(row)
    return str(names[-1]) if names else ""


def _version(event: Event, name: str, text: str, start: int, end: int) -> FileVersion:
    return FileVersion(name, event, event.lines[0] + text.count("\n", 0, start), text[start:end])


def _argument(text: str) -> tuple[str, str] | None:
    """A path and a whole content among the arguments of a call, as JSON."""
    try:
        value, _ = json.JSONDecoder(strict=False).raw_decode(text, max(0, text.find("{")))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    path = next((value[key] for key in _PATHS if isinstance(value.get(key), str)), None)
    content = next((value[key] for key in _CONTENTS if isinstance(value.get(key), str)), None)
    return (path, content) if path and content else None
