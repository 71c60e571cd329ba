"""The tool that follows a file through the trace: which versions were written, the code of one, what two differ in."""

from collections.abc import Mapping
from typing import Any

from agent.lookup.actor_name import actor_name
from agent.lookup.tools.read import changed_rows
from agent.lookup.tools.tool import SKIP, BadCall, Parameter, Result, Tool
from agent.lookup.visible_trace import VisibleTrace
from agent.lookup.written_files import LARGEST, FileVersion, written_files
from agent.number_words import count as counted


def _file_versions(visible: VisibleTrace, given: Mapping[str, Any], room: int) -> Result:
    trace = visible.trace
    files = written_files(trace.events, lambda event: visible.redact(trace.text(event)[:LARGEST]))
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


FILE_VERSIONS = Tool(
    "file_versions",
    "Files written in the trace; the code of one (the latest, or `version`); what changed from `version` to `other`.",
    {
        "name": Parameter("string"),
        "version": Parameter("integer"),
        "other": Parameter("integer"),
        **SKIP,
    },
    _file_versions,
)
