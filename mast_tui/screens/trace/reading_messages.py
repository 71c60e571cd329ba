"""What the loader of a trace tells the other parts: that more is read, that it begins anew, and what repeats."""

from textual.message import Message

from agent.trace.trace import Trace


class Read(Message):
    """More of the trace is read; `trouble` says why it is not read to its end."""

    def __init__(self, byte: int, *, done: bool = False, trouble: str = "") -> None:
        super().__init__()
        self.byte = byte
        self.done = done
        self.trouble = trouble


class Reopened(Message):
    """A trace that could not be read to its end is read from its start."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self.trace = trace


class Repeats(Message):
    """The blocks are found that repeat earlier lines of a trace: first line, last line, and where they stand first."""

    def __init__(self, trace: Trace, blocks: list[tuple[int, int, int]]) -> None:
        super().__init__()
        self.trace = trace
        self.blocks = blocks
