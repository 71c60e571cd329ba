"""The first screen: traces opened before, samples, and a path."""

from itertools import chain

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input

from agent.clean import clean_name
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.state.store import Memory
from mast_tui.widgets.bars import Bar, KeyHints, hint_fields
from mast_tui.widgets.field import Field
from mast_tui.widgets.form_messages import ModelTaken
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.messages import TraceChosen, TraceDropped
from mast_tui.widgets.path_box import CandidateList, CandidatePicked, Paths, expanded
from mast_tui.widgets.screen_messages import ScreenWanted
from mast_tui.widgets.trace_list import TraceList


class OpenScreen(Screen[None]):
    """Enter alone leads somewhere."""

    BINDINGS = bindings("start")
    DEFAULT_CSS = """
    OpenScreen #middle { align: center top; height: 1fr; }
    OpenScreen TraceList { height: auto; max-height: 1fr; }
    OpenScreen CandidateList { height: auto; max-height: 1fr; display: none; }
    OpenScreen #column { width: 96; max-width: 100%; padding: 1 0 0 0; }
    OpenScreen Input { height: 1; border: none; margin: 1 2; background: $bar; color: $text-token; }
    OpenScreen Input:focus { border: none; background: $cursor; }
    OpenScreen #head, OpenScreen #foot { background: $page; }
    """

    def __init__(self, memory: Memory, trouble: str = "") -> None:
        super().__init__()
        self._memory = memory
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        with Horizontal(id="middle"), Vertical(id="column"):
            yield Bar(id="head")
            yield Field(
                placeholder="› path to a trace or a folder of one",
                suggester=Paths(),
                compact=True,
                select_on_focus=False,
            )
            yield CandidateList()
            yield TraceList(self._memory)
            yield Bar(id="space")
            yield Bar(id="foot")
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Stand on the first trace."""
        for name in ("head", "space", "foot"):
            self.query_one(f"#{name}", Bar).tone = "page"
        words = [[Span("mast-tui", "text bold")], [Span("find out why a multi-agent run failed", "quiet")]]
        self.query_one("#head", Bar).show(words)
        foot = Span("Nothing leaves this machine before you agree.  ", "quiet")
        self.query_one("#foot", Bar).show([[foot, *chain(*hint_fields([("{start.model}", "sets a model")]))]])
        self.query_one(TraceList).focus()
        self._hint()
        self.say(self._trouble or self._memory.news())

    def say(self, words: str) -> None:
        """Tell something."""
        self.query_one("#status", Bar).tell(clean_name(words), "major")

    def _hint(self) -> None:
        """The keys of where one is."""
        keys = [("{open.down} {open.up}", "move"), ("{open.enter}", "open"), ("{start.path}", "path")]
        keys += [("{open.forget}", "forget"), ("{anywhere.quit}", "quit")]
        if self.query_one(Input).has_focus:
            keys = [("Enter", "open"), ("Tab", "complete"), ("{start.candidates}", "what is there")]
            keys += [("{start.back}", "back")]
        elif self.query_one(CandidateList).has_focus:
            keys = [("{paths.down} {paths.up}", "move"), ("{paths.enter}", "take it")]
            keys += [("{paths.leave}", "back to the path")]
        self.query_one(KeyHints).show_keys(keys)

    def on_descendant_focus(self) -> None:
        """The hints follow the focus."""
        self._hint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where a path is typed, a letter is no command."""
        return not (action == "begin" and isinstance(self.focused, Input))

    def on_key(self) -> None:
        """What was told was read by now."""
        self.say("")

    def action_begin(self, start: str) -> None:
        """Begin a path; what is typed or pasted behind it goes on from there."""
        field = self.query_one(Input)
        self.set_focus(field)
        field.value = start
        field.cursor_position = len(start)

    def on_paste(self, event: events.Paste) -> None:
        """A path that is pasted anywhere is meant for the path box."""
        if not isinstance(self.focused, Input):
            self.action_begin(event.text.strip().split("\n")[0].strip())

    def action_path(self) -> None:
        """Go to the path box; there, take the completion."""
        field = self.query_one(Input)
        if field.has_focus:
            field.action_cursor_right()
            field.cursor_position = len(field.value)
        else:
            self.set_focus(field)

    def action_candidates(self) -> None:
        """Show what the path could become, with sizes."""
        field, candidates = self.query_one(Input), self.query_one(CandidateList)
        if field.has_focus:
            candidates.seek(field.value)
            candidates.display, self.query_one(TraceList).display = True, False
            candidates.focus()

    @on(CandidatePicked)
    def _picked(self, message: CandidatePicked) -> None:
        """Open the file; go on in the folder; or back to what was typed."""
        field, candidates = self.query_one(Input), self.query_one(CandidateList)
        if message.candidate is not None:
            field.value = message.candidate.path
            field.cursor_position = len(field.value)
            if message.candidate.bytes is None:
                candidates.seek(field.value)
                return
            self.post_message(TraceChosen(str(expanded(field.value))))
        candidates.display, self.query_one(TraceList).display = False, True
        self.set_focus(field)

    def action_back(self) -> None:
        """From the path box to the list; from the list to the trace one came from."""
        if self.query_one(Input).has_focus:
            self.query_one(TraceList).focus()
        elif len(self.app.screen_stack) > 2:
            leave(self)

    def action_add_model(self) -> None:
        """Let a person say which model is asked."""
        self.post_message(ScreenWanted("model"))

    @on(ModelTaken)
    def _model_taken(self, message: ModelTaken) -> None:
        self.say(message.words)

    @on(Input.Changed)
    def _typed(self) -> None:
        self.say("")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.post_message(TraceChosen(str(expanded(event.value.strip()))))

    @on(TraceDropped)
    def _dropped(self, message: TraceDropped) -> None:
        self._memory.drop_trace(message.path)
        self.query_one(TraceList).renew()
