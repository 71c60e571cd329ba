"""The form for who is asked: the model's name, its address, what the server offers, and what leaves the machine."""

import asyncio
import os
from dataclasses import dataclass
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message

from agent.clean import clean_name
from agent.errors import MastError
from agent.number_words import count
from agent.settings import Settings, without_password
from mast_tui.diagnosis.cards import model_rows
from mast_tui.diagnosis.model_choice import OwnCriteria, criteria_now, models_offered, renamed, settings_now, take
from mast_tui.keys.chosen import key_of
from mast_tui.keys.table import bindings
from mast_tui.layout.row import Span
from mast_tui.state.screen_settings import keep
from mast_tui.state.session import Session
from mast_tui.widgets.background_work import WorkingScreen, background
from mast_tui.widgets.bars import Bar, KeyHints
from mast_tui.widgets.card_rows import CardRows
from mast_tui.widgets.choice_row import ChoiceRow
from mast_tui.widgets.field import Field
from mast_tui.widgets.field_row import NAME, FieldRow
from mast_tui.widgets.form_messages import ModelTaken
from mast_tui.widgets.leaving import leave

_KEYS = [("{form.keep}", "keep"), ("{model.test}", "test, and list models"), ("{form.next_field}", "next field")]
_KEYS += [("{form.leave}", "back")]
_MODEL, _URL = "such as gpt-4.1-mini", "such as http://127.0.0.1:11434/v1; none means OpenAI"
_OFFLINE = "--offline was given, which holds until you quit"
_CRITERIA = "a file: what must hold of this result, a line each"
_VARIABLES = {"model": "MAST_TUI_MODEL", "base_url": "OPENAI_BASE_URL"}


@dataclass(eq=False, repr=False)
class ModelsListed(Message):
    """The server has said which models it has, or why it does not."""

    asked: Settings
    names: tuple[str, ...]
    trouble: str = ""


class ModelForm(WorkingScreen[Message]):
    """Enter keeps what is filled in, as settings are kept; nothing of a trace is sent from here."""

    DEFAULT_CSS = f"""
    ModelForm > Vertical {{ height: 1fr; background: $pane; padding: 1 0; }}
    ModelForm Horizontal {{ height: 1; }}
    ModelForm Horizontal FieldRow {{ width: {NAME}; }}
    ModelForm Input {{
        width: 1fr; height: 1; border: none; padding: 0; margin: 0 2 0 0; background: $bar; color: $text-token;
    }}
    ModelForm Input:focus {{ border: none; background: $cursor; }}
    ModelForm CardRows {{ height: 1fr; margin: 1 0 0 0; }}
    """
    BINDINGS = bindings("form", "model")

    def __init__(self, session: Session | None, *, offline: bool = False) -> None:
        super().__init__()
        self._is_offline = offline
        """Whether the program was started with --offline."""
        self._session = session
        self._settings = settings_now(session)
        self._criteria = criteria_now(session)

    def compose(self) -> ComposeResult:
        """The fields, what the server offers, what leaves the machine, the keys."""
        told = self._settings
        yield Bar(id="title")
        with Vertical():
            yield from self._field("model", "Model", told.model, _MODEL)
            yield from self._field("url", "URL", without_password(told.base_url or ""), _URL)
            yield ChoiceRow("Offered", _none(), "", id="offered")
            session = self._session
            if session is not None:
                yield from self._field("criteria", "Criteria", self._criteria.file, _CRITERIA)
            what = f"All {session.reader.last:,} lines of this trace" if session is not None else "All lines of a trace"
            yield CardRows(partial(model_rows, what=what, has_key=told.key is not None), closes=True)
        yield Bar(id="status")
        yield KeyHints(id="hints")

    def _field(self, name: str, words: str, value: str | None, such: str) -> ComposeResult:
        """A field with its name before it."""
        with Horizontal():
            row = FieldRow(words, one=False, id=f"{name}_name")
            row.can_focus = False
            yield row
            yield Field(clean_name(value or ""), such, compact=True, id=name, select_on_focus=False)

    def on_mount(self) -> None:
        """Write at once."""
        self.query_one("#title", Bar).show([[Span("Set the model", "text bold")]])
        self.query_one("#hints", KeyHints).show_keys(_KEYS)
        self.query_one("#model", Field).focus()

    def on_descendant_focus(self) -> None:
        """The name of the field that one is in stands out."""
        for field in self.query(Field):
            self.query_one(f"#{field.id}_name", FieldRow).light(field.has_focus)

    @property
    def _filled_in(self) -> Settings:
        """The settings with what stands in the fields; a `MastError` where that makes no sense."""
        model, url = (self.query_one(f"#{name}", Field).value.strip() for name in ("model", "url"))
        told = self._settings.base_url or ""
        return renamed(self._settings, model, told if url == clean_name(without_password(told)) else url)

    @property
    def _criteria_filled_in(self) -> OwnCriteria:
        """The criteria of the file that is named; a `MastError` where it holds none."""
        named = next((field.value.strip() for field in self.query(Field) if field.id == "criteria"), "")
        return OwnCriteria.read(named)

    def action_test(self) -> None:
        """Ask the server which models it has: that shows whether it answers, and whether it takes the key."""
        try:
            asked = self._filled_in
        except MastError as fault:
            self._refuse(fault)
            return
        if self._is_offline:
            keeps = f"{key_of('form.keep')} keeps this for the next time"
            self.say(f"No server is contacted: {_OFFLINE}. {keeps}.", error=True)
            return
        if asked.address is None:
            self.say("There is nobody to ask: give a URL, or a key as below.", error=True)
            return
        self.say(f"Asking {clean_name(asked.host or '')} ...")
        self.list_models(asked)

    @background("models", "Asking the server for its models", "{model.test} asks again")
    def list_models(self, asked: Settings) -> None:
        """Ask beside the event loop; a server that does not answer takes its time."""
        try:
            names = asyncio.run(models_offered(asked))
        except MastError as fault:
            self.post_message(ModelsListed(asked, (), f"{fault.what} {fault.to} {fault.next_step}"))
            return
        self.post_message(ModelsListed(asked, tuple(names)))

    @on(ModelsListed)
    def _listed(self, message: ModelsListed) -> None:
        names, model = message.names, message.asked.model
        if message.trouble:
            self.say(clean_name(message.trouble), error=True)
            return
        shown = [(name, clean_name(name)) for name in names] or _none()
        self.query_one("#offered", ChoiceRow).offer(shown, model or "")
        said = f"{clean_name(message.asked.host or '')} answers and offers {count(len(names), 'model')}"
        if model is not None:
            said += f"; {clean_name(model)} is {'one of them' if model in names else 'not among them'}"
        self.say(f"{said}.", error=model is not None and model not in names)
        if model is None and names:
            self.query_one("#model", Field).value = clean_name(names[0])

    @on(ChoiceRow.Chosen)
    def _chosen(self, message: ChoiceRow.Chosen) -> None:
        if message.value:
            self.query_one("#model", Field).value = clean_name(message.value)

    @on(Field.Submitted)
    def action_keep(self) -> None:
        """Keep it for this trace and for the next time."""
        try:
            settings, criteria = self._filled_in, self._criteria_filled_in
        except MastError as fault:
            self._refuse(fault)
            return
        values = {"model": settings.model or "", "base_url": settings.base_url or ""}
        trouble = next(filter(None, [keep(f"model.{name}", value) for name, value in values.items()]), "")
        if self._session is not None:
            take(self._session, settings, criteria)
        who = clean_name(f"{settings.model or 'its one model'} at {settings.host}") if settings.address else ""
        said = f"{who} is asked from now on; you are asked before anything is sent." if who else "Nobody is asked."
        if who and self._is_offline:
            said = f"{who} is kept for the next time; {_OFFLINE}, and nobody is asked until then."
        if criteria.said:
            said += f" {count(len(criteria.said), 'criterion', 'criteria')} of yours: a model judges them."
        first = [each for name, each in _VARIABLES.items() if values[name] != os.environ.get(each, values[name])]
        if first and not trouble:
            trouble = f"For the next trace, {' and '.join(first)} of the environment come first."
        leave(self, ModelTaken(f"{said} {clean_name(trouble)}".strip()))

    def _refuse(self, fault: MastError) -> None:
        self.say(clean_name(f"{fault.what} {fault.to} {fault.next_step}"), error=True)

    def action_leave(self) -> None:
        """Nothing is changed."""
        leave(self)


def _none() -> tuple[tuple[str, str], ...]:
    """What is offered before a server was asked."""
    return (("", f"{key_of('model.test')} asks the server which models it has"),)
