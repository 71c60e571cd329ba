"""Notices that the trace grows or changes, and reads on where a person follows it."""

import asyncio

from textual import work
from textual.message import Message

from agent.errors import MastError
from agent.trace.change import Change
from agent.trace.trace import Trace
from mast_tui.layout.phrases import count
from mast_tui.screens.trace.asking import AskingDesk

_EVERY = 1.0


class Grown(Message):
    """The file has changed; `trace` is it as it is now, where it was read anew."""

    def __init__(self, change: Change, trace: Trace | None = None) -> None:
        super().__init__()
        self.change = change
        self.trace = trace


class FollowingDesk(AskingDesk):
    """The desk with an eye on the file."""

    def on_mount(self) -> None:
        """Look at the file now and then."""
        self._told: Change | None = None
        self.set_interval(_EVERY, self._look)

    def _look(self) -> None:
        if self.session.known and self.session.stage != "diagnosing":
            self.look_at_file()

    @work(exclusive=True, group="following", exit_on_error=False)
    async def look_at_file(self) -> None:
        """See whether the file changed; read it again if somebody follows it."""
        source = self.session.trace.source
        change = await asyncio.to_thread(source.change)
        if change is Change.NONE or (change is self._told and not self.following):
            return
        self._told = change
        if not self.following or change is Change.DELETED:
            self.post_message(Grown(change))
            return
        try:
            only = self.session.trace.only
            trace = await asyncio.to_thread(lambda: Trace.open(source.path, only=only).read(stop=self.stopping.is_set))
        except MastError:
            return
        self.post_message(Grown(change, trace))

    def on_grown(self, message: Grown) -> None:
        """Say what happened; show what is new where it is followed."""
        session = self.session
        if message.trace is None:
            words = {
                Change.GROWN: f"{session.name} has grown since it was opened; F follows it.",
                Change.DELETED: f"{session.name} was deleted; what is read stays readable.",
            }
            self.say(words.get(message.change, f"{session.name} was written anew; Ctrl+O opens it as it is now."))
            return
        before, old = session.reading.last, session.trace
        session.adopt(message.trace)
        self.rows.refresh()
        self.view.action_end() if self.following else self.view.renew()
        if session.diagnosis is not None:
            session.stale = True
        new = count(max(0, session.reading.last - before), "new line")
        self.say(f"{new}; R diagnoses again." if session.diagnosis is not None else f"{new}.")
        self.draw()
        self.set_timer(2.0, old.close)

    def action_follow(self) -> None:
        """Follow a growing trace, or stop."""
        self.following = not self.following
        if self.following:
            self.view.action_end()
        self.draw_bars()
