"""What the tail of a trace tells the other parts: that it has grown, is read whole, or became something else."""

from textual.message import Message

from agent.trace.change import Change
from agent.trace.trace import Trace


class Grown(Message):
    """The trace as it is now."""

    def __init__(self, before: Trace, trace: Trace) -> None:
        super().__init__()
        self.before = before
        self.trace = trace


class Moved(Message):
    """Something else became of the file."""

    def __init__(self, change: Change) -> None:
        super().__init__()
        self.change = change


class TakenIn(Message):
    """All that was appended to the trace is read, so that it can be diagnosed."""
