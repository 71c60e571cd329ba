"""A remedy tried: what would be asked in each arm, changed as a person likes, then the answers and what they show."""

import asyncio
import threading

from textual import on
from textual.app import ComposeResult

from agent.analyst.choice import Choice
from agent.clean import clean_line
from agent.diagnosis.document_parts import Finding
from agent.errors import MastError
from agent.trial.experiment import Experiment
from agent.trial.trial import Heard, Judged, Trial
from mast_tui.diagnosis.trial_following import asked_words, choice_of, follow, kept, prepared
from mast_tui.diagnosis.trial_plan import trial_plan
from mast_tui.keys.chosen import key_of, with_keys
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.state.remedy_trial import MOST_TIMES, UNDER_WAY, RemedyTrial
from mast_tui.state.sending_plan import SendingPlan
from mast_tui.state.session import Session
from mast_tui.terminal.screen_first import SCREEN_FIRST
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.leaving import leave
from mast_tui.widgets.messages import ConsentAsked
from mast_tui.widgets.trial_view import MessageWritten, NotWritten, TrialView

_KEYS = [("{trial.ask}", "ask"), ("{trial.arm}", "other arm"), ("{messages.fold}", "open")]
_KEYS += [("{messages.change}", "change"), ("{messages.editor}", "in EDITOR"), ("{trial.remedy}", "next remedy")]
_KEYS += [("{trial.more} {trial.fewer}", "answers"), ("{trial.close}", "back")]
_NOBODY = (
    "A remedy is tried by a model, and none is asked here: {trial.close} goes back, {panes.model} there names one."
)


class TrialScreen(WorkingScreen[None]):
    """The page of the trial; Enter asks for consent, then asks both arms."""

    BINDINGS = bindings("trial")
    DEFAULT_CSS = "TrialScreen TrialView { height: 1fr; }"
    pane = "trial"

    def __init__(self, session: Session, finding: Finding, remedy: int) -> None:
        super().__init__()
        self._session = session
        self.state = RemedyTrial(finding, remedy, asked_words(session))
        self._left = threading.Event()
        self._is_wanted = False

    def compose(self) -> ComposeResult:
        """Title, page, status, hints."""
        yield Bar(id="title")
        yield TrialView(self.state)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def on_mount(self) -> None:
        """Find out what the agent had before the act."""
        name = [[Span("A remedy tried", "text bold")], [Span(self._session.name, "quiet")]]
        self.query_one("#title", Bar).show(name)
        self.query_one(KeyHints).show_keys(_KEYS)
        self.view.focus()
        self.prepare()

    @property
    def view(self) -> TrialView:
        """The page."""
        return self.query_one(TrialView)

    @background("trial context", "Reading what the agent had", "{trial.close} goes back, {panes.try} tries again")
    def prepare(self) -> None:
        """Rebuild the messages before the act, beside the event loop."""

        def stop() -> bool:
            SCREEN_FIRST.give_way()
            return self._left.is_set()

        try:
            tried = prepared(self._session, self.state, stop)
        except MastError as fault:
            self.app.call_from_thread(self._refused, f"{fault.what} {fault.to} {fault.next_step}")
            return
        if not self._left.is_set():
            self.app.call_from_thread(self._take, tried)

    def _refused(self, words: str) -> None:
        self.state.stage, self.state.words = "refused", clean_line(words)
        self.view.renew()

    def _take(self, tried: Experiment) -> None:
        self.state.take(tried)
        self.view.renew()
        if self._is_wanted:
            self._is_wanted = False
            self.action_ask()

    def stop_work(self) -> None:
        """Read no more."""
        self._left.set()

    def failed(self, work: str) -> None:
        """Nothing is asked any more."""
        if self.state.is_asking:
            self.state.stage = "stopped" if self.state.heard else "ready"
        self.view.renew()

    def action_ask(self) -> None:
        """Say what would be sent, and ask where a person agrees."""
        state, model = self.state, self._session.model
        if state.tried is None:
            self._is_wanted = state.stage == "reading"
            self.say(state.words or "What the agent had is still being read; you are asked as soon as it is.")
        elif state.is_asking:
            self.say(with_keys(UNDER_WAY))
        elif model is None or self._session.offline:
            self.say(with_keys(_NOBODY))
        else:
            state.stage = "planning"
            self.say("")
            self.plan(state.tried)

    @background("trial plan", "Working out what would be sent", "{trial.ask} tries again")
    def plan(self, tried: Experiment) -> None:
        """Find out which model it is, and what that costs; nothing of the trace is sent."""
        try:
            choice = choice_of(self._session, tried)
            plan = trial_plan(tried, choice, self.state.times)
        except MastError as fault:
            self.app.call_from_thread(self._give_up, f"{fault.what} {fault.to} {fault.next_step}")
            return
        if not self._left.is_set():
            self.app.call_from_thread(self._planned, tried, choice, plan)

    def _give_up(self, words: str) -> None:
        self.state.stage = "ready"
        self.say(clean_line(words), error=True)
        self.view.renew()

    def _planned(self, tried: Experiment, choice: Choice, plan: SendingPlan) -> None:
        def then(answer: str | None) -> None:
            if answer == "send":
                self.ask(tried, choice)
                return
            self._session.offline = self._session.offline or answer == "offline"
            self.state.stage = "ready"
            self.say("Nothing was sent, nothing was tried.")

        self.post_message(ConsentAsked(plan, then))

    @background("trial", "The trial", "{trial.ask} tries again")
    async def ask(self, tried: Experiment, choice: Choice) -> None:
        """Ask both arms, and show each answer as it comes."""
        state = self.state
        state.begin()
        self.view.stand_on_top()
        try:
            trial = await follow(tried, choice, state.times, self._told)
        except asyncio.CancelledError:
            state.stage = "stopped"
            raise
        except MastError as fault:
            self._give_up(f"{fault.what} {fault.to} {fault.next_step}")
            return
        self._done(trial)

    def _told(self, progress: Heard | Judged) -> None:
        self.state.note(progress)
        self.view.renew()

    def _done(self, trial: Trial) -> None:
        """Keep the result with the remedy."""
        state = self.state
        state.stage, state.result = "done", trial
        changed = kept(self._session, state.finding, state.number, trial)
        if changed is None:
            self.say("The diagnosis is another one by now, so the result is shown here only.", error=True)
        else:
            state.finding = changed
            self.say(f"Kept with {state.finding.id}, also for reports.")
        self.view.stand_on_top()

    @on(NotWritten)
    def _not_written(self, message: NotWritten) -> None:
        self.say(clean_line(message.why), error=message.is_error)

    def action_other_arm(self) -> None:
        """Show the messages of the other arm."""
        self.state.in_remedy = not self.state.in_remedy
        self.view.renew()

    def action_next_remedy(self) -> None:
        """Try another remedy of the finding."""
        if self.state.is_asking:
            self.say(with_keys(UNDER_WAY))
        elif self.state.tried is not None:
            if len(self.state.finding.remedies) == 1:
                self.say("The finding has one remedy.")
            self.state.next_remedy()
            self.view.stand_on_top()

    def action_times(self, step: int) -> None:
        """Ask each arm more or less often."""
        if not self.state.is_asking:
            self.state.times = max(1, min(MOST_TIMES, self.state.times + step))
            self.view.renew()

    @on(MessageWritten)
    def _written(self, message: MessageWritten) -> None:
        """Take over what a person wrote; secrets in it are taken out as everywhere."""
        state, text = self.state, message.text
        if state.tried is None or state.is_asking:
            return
        redactor = self._session.model.redactor if self._session.model is not None else None
        safe = redactor.redact(text).text if redactor is not None else text
        state.take(state.tried.with_message(message.number, safe))
        edited = "Changed: the other arm stays as it was." if state.tried.is_edited else "As the remedy has it."
        self.say(edited)
        self.view.renew()

    def action_close(self) -> None:
        """Stop what is under way; else back to the trace."""
        if self.state.stage == "asking":
            self.workers.cancel_group(self, "trial")
            self.say(f"Stopped; nothing more is sent. {key_of('trial.close')} goes back.")
        else:
            leave(self)
