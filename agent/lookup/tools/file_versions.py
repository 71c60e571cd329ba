"""The tool that follows a file through the trace: which versions were written, the code of one, what two differ in."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from agent.diagnosis.document_parts import Lines
from agent.lookup.actor_name import actor_name
from agent.lookup.tools.read import changed_rows
from agent.lookup.tools.tool import SKIP, BadCall, Parameter, Result, Tool
from agent.lookup.visible_trace import VisibleTrace
from agent.number_words import count as counted
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


def _file_versions(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    files = _files(visible)
    name = given.get("name", "")
    names = [one for one in files if name.casefold() in one.casefold()]
    exact = [one for one in names if one.casefold() == name.casefold()]
    if not name or not names or (len(names) > 1 and not exact):
        return _listed(visible, files if not names else {one: files[one] for one in names}, name, given)
    versions = files[(exact or names)[0]]
    chosen = versions[_at(versions, given.get("version", len(versions)))]
    result = Result(f"reading {names[0]}, version {versions.index(chosen) + 1}")
    if given.get("other"):
        other = versions[_at(versions, given["other"])]
        _compare(visible, result, chosen, other)
        return result
    number = versions.index(chosen) + 1
    result.head(f"{chosen.name}, version {number} of {len(versions)}, {chosen.where}, by {_by(visible, chosen)}")
    skip = max(0, given.get("skip", 0))
    for at, text in enumerate(chosen.text.split("\n")[skip:], skip):
        line = chosen.first + at if chosen.first is not None else chosen.event.lines[0]
        mark = f"{line}| " if chosen.first is not None else ""
        result.add(f"{mark}{visible.plain(text)}", (line, line), f"skip={at}")
    return result


def _at(versions: list[FileVersion], number: int) -> int:
    if not 1 <= number <= len(versions):
        raise BadCall(f"There is no version {number}; they are numbered 1 to {len(versions)}.")
    return number - 1


def _by(visible: VisibleTrace, version: FileVersion) -> str:
    return visible.safe(actor_name(version.event))


def _compare(visible: VisibleTrace, result: Result, one: FileVersion, other: FileVersion) -> None:
    result.head(f"{one.name}: - {one.where} by {_by(visible, one)}, + {other.where} by {_by(visible, other)}")
    before, after = ([visible.plain(row) for row in version.text.split("\n")] for version in (one, other))
    first, second = one.first or one.event.lines[0], other.first or other.event.lines[0]
    rows = list(changed_rows(before, after, first, second))
    for text, line in rows:
        result.add(text, (line, line))
    if not rows:
        result.add("they are the same, word for word")


def _listed(visible: VisibleTrace, files: dict[str, list[FileVersion]], name: str, given: Mapping[str, Any]) -> Result:
    result = Result(f"listing files: {len(files)}")
    if not files:
        result.add("No file was written whole in this trace, as far as blocks of code, heredocs and arguments tell.")
        return result
    left_out = "excerpts, patches and edits of parts are left out"
    unknown = f'no file is called "{visible.plain(name)}"; ' if name and not any(name in one for one in files) else ""
    result.head(f"{unknown}{counted(len(files), 'file')} written whole; {left_out}")
    skip = max(0, given.get("skip", 0))
    for at, (known, versions) in enumerate(list(files.items())[skip:], skip):
        places = "; ".join(f"{number} {one.where} {_by(visible, one)}" for number, one in enumerate(versions, 1))
        named = [one.lines for one in versions]
        result.add(f"{known}: {counted(len(versions), 'version')}: {places}", None, f"skip={at}", named)
    return result


def _files(visible: VisibleTrace) -> dict[str, list[FileVersion]]:
    """The versions of each file in order; one that is the same as the one before it is none."""
    files: dict[str, list[FileVersion]] = {}
    last = len(visible.trace.events)
    numbers = sorted(number for kind in _WRITES for number in visible.index.acts(1, last, None, kind.value))
    for number in numbers[:WALKED]:
        event = visible.trace.events[number]
        for version in _written(visible, event):
            known = files.setdefault(version.name, [])
            if not known or (known[-1].text != version.text and version.height > EXCERPT * known[-1].height):
                known.append(version)
    return files


def _written(visible: VisibleTrace, event: Event) -> Iterator[FileVersion]:
    """The files that an event holds whole."""
    text = visible.redact(visible.trace.text(event)[:LARGEST])
    for block in code_blocks(text):
        above = text[: block.start].rstrip("\n").split("\n")[-_ABOVE - 1 :]
        body = text[block.start : block.end]
        name = next((named for row in reversed(above) if (named := _named(row))), "") or _named(body.split("\n", 1)[0])
        if name or block.language not in _COMMANDS:
            yield _version(event, name or f"unnamed {block.language or 'code'}", text, block.start, block.end)
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


FILE_VERSIONS = Tool(
    "file_versions",
    "Files written in the trace; the code of one (the latest, or `version`), or what changed between two versions.",
    {
        "name": Parameter("string"),
        "version": Parameter("integer"),
        "other": Parameter("integer", "compare with this version"),
        **SKIP,
    },
    _file_versions,
)
