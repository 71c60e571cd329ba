"""Groups of findings of one kind: the same mode, actor and tool, in words that differ by names and numbers only."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agent.summary.told_run import ToldFinding, ToldRun

ALIKE = 0.6
"""So much of the words of two titles must be the same, for findings of one mode, actor and tool."""
MOST_COMPARED = 60
"""Groups that a wording is compared with, the largest first."""
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`|“[^”]*”|„[^“]*“")
_NAMED = re.compile(r"\S*[/\\]\S+|\S+@\S+|\b[\w-]+\.[a-z]{1,5}\b|\b[0-9a-f]{8,}\b")
_NUMBER = re.compile(r"\d[\d.,:]*")
_TOOL = re.compile(
    r'"(?:name|tool|tool_name|function)"\s*:\s*"([\w.:-]{1,60})"'
    r"|(?:^|[\s`])([A-Za-z_][\w.]{1,59})\(|^([a-z_][\w.]{1,59}) \{"
)


@dataclass
class Group:
    """Findings of one kind in several runs."""

    failure: str
    actor: str | None
    tool: str | None
    wording: str
    """The title that stands for all of them, with what differs left out."""
    title: str
    places: list[tuple[int, ToldFinding]] = field(default_factory=list)
    """The number of the run and the finding."""

    @property
    def runs(self) -> list[int]:
        """The runs that it was found in."""
        return list(dict.fromkeys(number for number, _ in self.places))


def groups(runs: Sequence[ToldRun]) -> list[Group]:
    """The groups that reach over two runs or more, the widest first."""
    held: dict[tuple[str, str | None, str | None], list[Group]] = {}
    for number, run in enumerate(runs, 1):
        for finding in run.findings:
            tool = tool_of(finding.quote)
            _put(held.setdefault((finding.failure, finding.actor, tool), []), number, finding, tool)
    wide = [group for alike in held.values() for group in alike if len(group.runs) > 1]
    return sorted(wide, key=lambda group: (-len(group.runs), group.failure, group.wording))


def _put(known: list[Group], number: int, finding: ToldFinding, tool: str | None) -> None:
    wording = normalised(finding.title)
    group = next((one for one in known if one.wording == wording), None) or _alike(known, wording)
    if group is None:
        group = Group(finding.failure, finding.actor, tool, wording, finding.title)
        known.append(group)
    group.places.append((number, finding))


def _alike(known: Sequence[Group], wording: str) -> Group | None:
    words = set(wording.split())
    best, share = None, ALIKE
    for group in known[:MOST_COMPARED]:
        others = set(group.wording.split())
        alike = len(words & others) / max(1, len(words | others))
        if alike >= share:
            best, share = group, alike
    return best


def normalised(title: str) -> str:
    """A title without what is particular to one run: quoted words, names of files, numbers."""
    text = _QUOTED.sub("…", title.casefold())
    text = _NUMBER.sub("#", _NAMED.sub("…", text))
    return " ".join(_words(text))


def _words(text: str) -> Iterator[str]:
    before = ""
    for word in re.sub(r"[^\w#…\s-]+", " ", text).split():
        if word != before or word not in "…#":
            yield word
        before = word


def tool_of(quote: str) -> str | None:
    """The tool that a quoted act calls, as far as the words show a call."""
    call = _TOOL.search(quote)
    return next((name for name in call.groups() if name), None) if call else None
