"""A command while it runs: at the left what its spans tell, at the right what it prints; then the diagnosis."""

import time

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen

from agent.clean import clean_line
from agent.number_words import count, duration
from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.state.watched_run import WatchedRun
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.messages import TraceChosen
from mast_tui.widgets.watched_view import ActsAsTheyCome, PrintedLines, RunEntered

_OFTEN, _NARROW = 0.1, 100
_KEYS = [("{watched_rows.down} {watched_rows.up}", "scroll"), ("{watched.side}", "other side")]
_KEYS += [("{watched_rows.enter}", "open the run"), ("{watched.interrupt}", "interrupt"), ("{watched.quit}", "quit")]


class WatchedRunScreen(Screen[None]):
    """Both sides beside each other, one above the other where the terminal is narrow."""

    BINDINGS = bindings("watched")
    DEFAULT_CSS = """
    WatchedRunScreen #sides { layout: horizontal; height: 1fr; }
    WatchedRunScreen ActsAsTheyCome { width: 1fr; height: 1fr; }
    WatchedRunScreen PrintedLines { width: 1fr; height: 1fr; }
    """
    pane = "watched"

    def __init__(self, run: WatchedRun, *, may_close: bool) -> None:
        super().__init__()
        self._run = run
        self._may_close = may_close
        self._seen = -1
        self._has_spans = False

    def compose(self) -> ComposeResult:
        """Title, both sides, how far it is, hints."""
        yield Bar(id="title")
        with Container(id="sides"):
            yield ActsAsTheyCome(self._run, id="acts")
            yield PrintedLines(self._run, id="printed")
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Look now and then at what is new."""
        self.query_one(KeyHints).show_keys(_KEYS)
        self.query_one(ActsAsTheyCome).focus()
        self.set_interval(_OFTEN, self._look)
        self._look()

    def on_resize(self, event: events.Resize) -> None:
        """Where there is little room the sides stand one above the other."""
        self.query_one("#sides").styles.layout = "vertical" if event.size.width < _NARROW else "horizontal"

    def on_screen_resume(self) -> None:
        """Whatever was opened from here is closed again."""
        self.say("")

    def say(self, words: str, *, error: bool = False) -> None:
        """Tell a person something in the status line."""
        self.query_one("#status", Bar).tell(words, "major" if error else "text")

    def _look(self) -> None:
        run = self._run
        if run.changes != self._seen:
            self._seen = run.changes
            if run.has_ended or bool(run.spans) is not self._has_spans:
                self._has_spans = bool(run.spans)
                self.say("")
            self.query_one(ActsAsTheyCome).renew()
            self.query_one(PrintedLines).renew()
        self.query_one("#title", Bar).show([[Span(clean_line(run.command), "text bold")]], [_state(run)])
        spans = f"{count(sum(run.spans.values()), 'span')} of {count(len(run.spans), 'run')}"
        log = f"what it prints is kept in {clean_line(str(run.log))}"
        self.query_one("#status", Bar).show([[Span(spans, "text")], [Span(log, "quiet")]])

    @on(RunEntered)
    def _open(self) -> None:
        address = self._run.address()
        if address is None:
            self.say("No span came yet: there is no run to open.")
            return
        self.say("opening …")
        self.app.post_message(TraceChosen(address.words, address.run))

    def action_other_side(self) -> None:
        """Scroll the other side from now on."""
        acts, printed = self.query_one(ActsAsTheyCome), self.query_one(PrintedLines)
        (printed if acts.has_focus else acts).focus()

    async def action_interrupt(self) -> None:
        """Tell the command, as Ctrl+C in a shell does; once it has ended, end the app."""
        if self._run.has_ended:
            await self.run_action("app.leave")
        else:
            self._run.interrupt()
            self.say(f"The command was told to stop; {key_of('watched.quit')} twice ends it.")

    def action_close(self) -> None:
        """Back to the run that was opened from here."""
        if self._may_close:
            leave(self)

    async def action_quit(self) -> None:
        """Back to the run; with none, out of the program, after a question while the command runs."""
        if self._may_close:
            leave(self)
        elif self._run.may_leave():
            await self.run_action("app.leave")
        else:
            again, interrupts = key_of("watched.quit"), key_of("watched.interrupt")
            self.say(f"The command still runs: {again} again ends it, {interrupts} interrupts it.")


def _state(run: WatchedRun) -> list[Span]:
    """Whether it runs, and for how long; its exit code, and what is done now."""
    if run.code is None:
        return [Span(f"running, {duration(time.monotonic() - run.begun)}", "accent")]
    ended = f"exit code {run.code} after {duration(run.seconds or 0)}"
    return [Span(f"{ended}, diagnosing" if run.diagnoses else ended, "major" if run.code else "ok")]
