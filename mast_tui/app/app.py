"""The app: opens traces, pushes screens, and leaves the terminal as it found it."""

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.command import CommandPalette, Provider
from textual.events import Key, Paste, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import Worker

from agent.clean import clean_name
from agent.errors import MastError
from mast_tui.app import screen_factory as screens
from mast_tui.app.base_app import ThemedApp
from mast_tui.app.ending_signals import listen_for_signals
from mast_tui.app.open_trace import TraceOpener, open_again
from mast_tui.app.waiting_keys import WaitingKeys
from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.screens.trace import TraceScreen
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import Memory
from mast_tui.widgets.background_work import Threads, attempt_of, background, has_failed
from mast_tui.widgets.messages import CardWanted, ConsentAsked, Furnished, NoteAsked, RunsWanted, TraceChosen
from mast_tui.widgets.screen_messages import ScreenWanted

if TYPE_CHECKING:
    from mast_tui.state.overview import Overview
    from mast_tui.widgets.form_messages import FormAsked

Prepare = Callable[[Session], None]


def _commands() -> type[Provider]:
    """The palette's actions, loaded when somebody looks for one."""
    from mast_tui.keys.palette_actions import Commands

    return Commands


class MastApp(ThemedApp):
    """One trace at a time, and the screens around it."""

    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[Callable[[], type[Provider]]]] = {_commands}  # type: ignore[assignment]
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = bindings("anywhere")

    def __init__(
        self,
        session: Session | None,
        settings: ScreenSettings,
        memory: Memory,
        *,
        diagnose: bool = False,
        prepare: Prepare | None = None,
        overview: "Overview | None" = None,
    ) -> None:
        super().__init__(settings)
        self.session = session
        self.memory = memory
        self.typed: list[Key] = []
        """What was typed before there was an app."""
        self._diagnose = diagnose
        self._prepare = prepare
        self.threads = Threads()
        self._stops = 0
        self._sized: Size | None = None
        self._waiting = WaitingKeys(self, lambda: self.session is not None, self.on_event)
        self._opener = TraceOpener(self, lambda: self.session, self.open_path, self.exchange, memory, overview)

    def on_mount(self) -> None:
        """Show the trace, or what could be opened."""
        if not self.is_headless:
            listen_for_signals(self.exit, self.action_interrupt)
        self.screen_change_signal.subscribe(self, self._opened)
        for key in self.typed:
            self.post_message(key)
        self.memory.hears = self._memory_is_lost
        if self.session is None:
            gc.enable()
            self.push_screen(self._opener.first_screen())
        else:
            self.show_trace(self.session, diagnose=self._diagnose)

    async def on_event(self, event: events.Event) -> None:
        """A key that needs a pane which is still to come waits for it, and all keys behind it too."""
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            if self.session is not None:
                self.session.touched = True
            if self._waiting.holds(event):
                return
            self._waiting.note(event)
            await super().on_event(event)
            self._waiting.follow()
        elif not (isinstance(event, Resize) and self._is_known(event)):
            await super().on_event(event)

    async def _opened(self, screen: Screen[object]) -> None:
        """A screen has come or gone: keys wait until it can take them."""
        if self._waiting.is_opening:
            screen.call_after_refresh(self._waiting.opened)

    def _is_known(self, event: Resize) -> bool:
        """Whether the terminal says again, before the first frame, how large it is: nothing is drawn twice for that."""
        known, self._sized = self._sized, event.size
        screen = self.screen if self.screen_stack else None
        return event.size == known and not (isinstance(screen, TraceScreen) and screen.is_whole)

    async def on_furnished(self, message: Furnished) -> None:
        """Act on what was typed ahead, as far as what is there allows."""
        await self._waiting.act()

    def show_trace(self, session: Session, *, diagnose: bool = False) -> None:
        """Show a trace on its screen."""
        if self._prepare is not None:
            self._prepare(session)
        self.session = session
        self.push_screen(TraceScreen(session, at_once=diagnose))

    async def exchange(self, session: Session) -> None:
        """Show a trace in place of the one before, which is closed once nothing reads it any more."""
        before = self.session
        while len(self.screen_stack) > 1:
            for widget in self.screen.query("*"):
                widget.refresh()  # it gives back what was drawn: Textual remembers gone widgets by what they drew
            await self.take_screen()
        self.show_trace(session)
        if before is not None:
            await before.close(keep_source=before.trace.source is session.trace.source)

    async def on_unmount(self) -> None:
        """Every screen is gone: nothing reads the trace any more."""
        if self.session is not None:
            await self.session.close()

    def on_trace_chosen(self, message: TraceChosen) -> None:
        """Open what was picked."""
        self._opener.choose(message)

    def on_runs_wanted(self, message: RunsWanted) -> None:
        """Show the runs beside the open one, or open a neighbour."""
        self._opener.choose_run(message.step)

    @background("opening", "Opening the trace", "{anywhere.open} chooses one again")
    def open_path(self, path: str, run: str | None = None) -> None:
        """Open a trace beside the event loop: a pipe or a slow disk may take its time."""
        try:
            opened_trace = open_again(path, run)
        except MastError as fault:
            self.call_later(self.tell, clean_name(f"{fault.what} {fault.to} {fault.next_step}"), error=True)
            return
        chosen, given, goal = self.settings, opened_trace.given, opened_trace.goal
        session = Session(opened_trace.trace, self.memory, chosen, chosen.offline, given, goal)
        self.call_later(self.exchange, session)

    def failed(self, work: str) -> None:
        """The trace that is open stays open."""

    @on(Worker.StateChanged)
    def _work_changed(self, message: Worker.StateChanged) -> None:
        attempt = attempt_of(message)
        if attempt is not None and has_failed(message):
            self.tell(attempt.words(message.worker.error), error=True)

    def action_interrupt(self) -> None:
        """The second Ctrl+C ends the program."""
        self._stops += 1
        if self._stops > 1 or not self._is_diagnosing:
            self.exit()
        else:
            self.tell("A diagnosis is running: Ctrl+C again quits, what is judged is kept.")

    def action_help_quit(self) -> None:
        """Ctrl+C as a key means the same as the signal."""
        self.action_interrupt()

    @property
    def _is_diagnosing(self) -> bool:
        return self.session is not None and self.session.stage == "diagnosing"

    def action_leave(self) -> None:
        """End the program; ask only while a diagnosis runs."""
        self._stops += 1
        if not self._is_diagnosing or self._stops > 1:
            self.exit()
        else:
            self.tell(f"A diagnosis is running: {key_of('anywhere.quit')} again quits, what is judged is kept.")

    def tell(self, words: str, *, error: bool = False) -> None:
        """Say something on the topmost screen that has a place for words."""
        for screen in reversed(self.screen_stack):
            if not screen.children:
                continue  # it is about to go
            if isinstance(screen, TraceScreen):
                screen.say(words, error=error)
                return
            if (say := getattr(screen, "say", None)) is not None:
                say(words)
                return

    def _memory_is_lost(self) -> None:
        """Come back to it on the event loop: it may be any thread that met the trouble."""
        self.call_later(self._tell_of_memory)

    def _tell_of_memory(self) -> None:
        """Say, once, that from now on nothing outlives the program."""
        if words := self.memory.news():
            self.tell(words, error=True)

    def action_help(self) -> None:
        """Show the keys of where one is."""
        if type(self.screen).__name__ != "HelpScreen":
            self.push_screen(screens.help_screen(getattr(self.screen, "pane", "open")))

    def action_command_palette(self) -> None:
        """Show every action."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(screens.palette())

    def action_open_trace(self) -> None:
        """Show the traces to open."""
        if type(self.screen).__name__ != "OpenScreen":
            self.push_screen(screens.first_screen(self.memory))

    def on_card_wanted(self, message: CardWanted) -> None:
        """Show a card."""
        self.push_screen(screens.card(message.make))

    def on_note_asked(self, message: NoteAsked) -> None:
        """Let a person write."""
        self.push_screen(screens.note(message), message.then)

    def on_form_asked(self, message: "FormAsked") -> None:
        """Let a person fill in a form about a finding."""
        self.push_screen(screens.finding_form(message), message.then)

    def on_consent_asked(self, message: ConsentAsked) -> None:
        """Ask before anything leaves the machine."""
        self.push_screen(screens.consent(message.plan), message.then)

    def on_screen_wanted(self, message: ScreenWanted) -> None:
        """Show the report, a comparison, or an overview of the run."""
        if (screen := screens.beside(message, self.session, self.settings)) is not None:
            self.push_screen(screen, self._opener.leave_screen)
