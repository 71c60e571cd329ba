"""Cuts a file that grows: the cut stops where the file ends, and resumes there when more has been written."""

import copy
from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from agent.trace.formats.base.format import Draft, Reading
from agent.trace.source import Source

Unit = TypeVar("Unit")
Unit_in = TypeVar("Unit_in", contravariant=True)
Unit_out = TypeVar("Unit_out", covariant=True)


class Cutter(Protocol[Unit_out]):
    """Finds the units of a format, lines or records, in the blocks of a source that is fed to it from its beginning."""

    def feed(self, block: bytes) -> Iterator[Unit_out]:
        """The units that a block brings to their end."""
        ...

    def close(self) -> Iterator[Unit_out]:
        """The units that end with the source."""
        ...


class UnitReader(Protocol[Unit_in]):
    """What a format remembers from unit to unit: plain values that can be copied, and never the text of the whole."""

    def read(self, unit: Unit_in) -> Iterable[Draft]:
        """The drafts that a unit leads to, at once or when a later one is read."""
        ...

    def end(self) -> Iterable[Draft]:
        """The drafts that were held back for what does not come any more: none, where a reader holds nothing back."""
        return ()


class CutUnderWay(Protocol):
    """A cut under way, of whatever units."""

    @property
    def reading(self) -> Reading:
        """What was learned of the whole so far."""
        ...

    def resume(self, size: int | None = None) -> Iterator[Draft]:
        """The drafts that nothing written later can change, up to that many bytes, or to the end of the source."""
        ...

    def ended(self) -> "CutUnderWay":
        """A copy to be brought to its end, as if nothing more were written; this one can go on."""
        ...

    def end(self) -> Iterator[Draft]:
        """The drafts of what has begun and is not known to be complete."""
        ...


@runtime_checkable
class GrowingFormat(Protocol):
    """A format whose cut can go on; one that needs the whole file first has no `begin`."""

    def begin(self, source: Source, reading: Reading) -> CutUnderWay | None:
        """The cut of a source; None where this one is of a kind that has to be read whole."""
        ...


class UnitFormat:
    """A format that is cut unit by unit, to its end in the same way as while it grows."""

    def begin(self, source: Source, reading: Reading) -> "ResumableCut[Any]":
        """The cut of a source, which can go on."""
        raise NotImplementedError

    def cut(self, source: Source, reading: Reading) -> Iterator[Draft]:
        """The drafts of the whole source."""
        return self.begin(source, reading).whole()


class ResumableCut(Generic[Unit]):
    """The cut of a source whose units follow one another."""

    def __init__(self, source: Source, reading: Reading, cutter: Cutter[Unit], steps: UnitReader[Unit]) -> None:
        self.source = source
        self.reading = reading
        self._cutter = cutter
        self._steps = steps
        self._at = source.start

    def resume(self, size: int | None = None) -> Iterator[Draft]:
        """The drafts of the units that are complete; called again, of those that came since."""
        read = self._steps.read
        if size is not None:
            self.source.grow(size)
        for offset, block in self.source.blocks(self._at):
            self._at = offset + len(block)
            for unit in self._cutter.feed(block):
                yield from read(unit)

    def ended(self) -> "ResumableCut[Unit]":
        """A copy with a memory and a reading of its own; the source is the same."""
        return copy.deepcopy(self)

    def end(self) -> Iterator[Draft]:
        """The drafts of the last units, whether they are complete or not."""
        for unit in self._cutter.close():
            yield from self._steps.read(unit)
        yield from self._steps.end()

    def whole(self) -> Iterator[Draft]:
        """The drafts of the whole source, at once."""
        yield from self.resume()
        yield from self.end()
