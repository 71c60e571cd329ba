"""Remembers where each line of a trace was seen first, by its hash: packed numbers, so that millions of lines fit."""

from array import array

_SLOTS = 1 << 12


class FirstSeen:
    """The marks of lines, numbered from 1, and the first line of each mark; lines with the mark 0 are never found."""

    def __init__(self) -> None:
        self.marks = array("q", [0])
        self._slots = array("I", bytes(4 * _SLOTS))
        self._free = _SLOTS // 2

    def append(self, mark: int) -> None:
        """One line more."""
        self.marks.append(mark)
        if not mark:
            return
        slot = self._slot(mark)
        if not self._slots[slot]:
            self._slots[slot] = len(self.marks) - 1
            self._free -= 1
            if not self._free:
                self._widen()

    def line(self, mark: int) -> int:
        """The first line that has a mark; 0 where none has."""
        return self._slots[self._slot(mark)] if mark else 0

    def _slot(self, mark: int) -> int:
        """Where the line of a mark stands, or would."""
        slots, marks = self._slots, self.marks
        last = len(slots) - 1
        slot = mark & last
        while (line := slots[slot]) and marks[line] != mark:
            slot = slot + 1 & last
        return slot

    def _widen(self) -> None:
        """Make room for as many again, so that a search stays short."""
        lines, self._free = self._slots, len(self._slots) // 2
        self._slots = array("I", bytes(8 * len(lines)))
        for line in lines:
            if line:
                self._slots[self._slot(self.marks[line])] = line
