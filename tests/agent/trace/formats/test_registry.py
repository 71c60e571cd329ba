"""A format is one file and one line: a toy is added from outside, and recognised and read like the rest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.trace.event import Kind
from agent.trace.formats import registry
from agent.trace.formats.base.format import Draft, Head, Reading
from agent.trace.source import Source
from agent.trace.trace import Trace
from tests.agent.trace.formats.acts import acts, check_places


class Toy:
    """Lines of `who> words`."""

    name = "toy"

    def recognise(self, head: Head) -> str | None:
        """Its first words."""
        return "it begins with `toy log`" if head.data.startswith(b"toy log\n") else None

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """An event for each line."""
        start = len(b"toy log\n")
        for number, line in enumerate(source.read(start, source.size).split(b"\n"), 1):
            if line:
                yield Draft(Kind.SAY, start, start + len(line), number, line.partition(b">")[0].decode())
            start += len(line) + 1


def test_one_line_adds_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "TEXT", (f"{__name__}:Toy", *registry.TEXT))
    path = tmp_path / "toy.log"
    path.write_text("toy log\nada> Count.\nbob> Two.\n")
    for name in (None, "toy"):
        trace = Trace.open(path, format_name=name).read()
        assert trace.format.name == "toy"
        assert acts(trace) == [("say", "ada", "ada> Count."), ("say", "bob", "bob> Two.")]
        check_places(trace)


def test_every_line_names_a_format_that_says_what_it_is() -> None:
    for form in registry.in_order():
        assert form.name
