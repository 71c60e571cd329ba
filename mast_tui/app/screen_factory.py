"""Makes the screens beside the trace, each loaded when it is first wanted: the first frame waits for none."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen

    from mast_tui.layout.run_rows import Held, RunsOfFolder
    from mast_tui.screens.card import CardScreen
    from mast_tui.screens.chooser import ChooserScreen
    from mast_tui.screens.compare import CompareScreen
    from mast_tui.screens.consent import ConsentScreen
    from mast_tui.screens.finding_form import FindingForm
    from mast_tui.screens.help import HelpScreen
    from mast_tui.screens.lanes import LanesScreen
    from mast_tui.screens.model_form import ModelForm
    from mast_tui.screens.note import NoteScreen
    from mast_tui.screens.open import OpenScreen
    from mast_tui.screens.report import ReportScreen
    from mast_tui.screens.run_table import RunTableScreen
    from mast_tui.screens.statistics import StatisticsScreen
    from mast_tui.screens.summary import SummaryScreen
    from mast_tui.screens.trial import TrialScreen
    from mast_tui.screens.two_runs import TwoRunsScreen
    from mast_tui.screens.watched_run import WatchedRunScreen
    from mast_tui.state.overview import Overview
    from mast_tui.state.screen_settings import ScreenSettings
    from mast_tui.state.sending_plan import SendingPlan
    from mast_tui.state.session import Session
    from mast_tui.state.store import Memory
    from mast_tui.widgets.card_rows import Make
    from mast_tui.widgets.form_messages import FormAsked
    from mast_tui.widgets.messages import NoteAsked
    from mast_tui.widgets.palette import Palette
    from mast_tui.widgets.screen_messages import ScreenWanted


def first_screen(memory: "Memory", trouble: str = "") -> "OpenScreen":
    """Traces to open."""
    from mast_tui.screens.open import OpenScreen

    return OpenScreen(memory, trouble)


def chooser(held: "Held") -> "ChooserScreen":
    """The runs of a file or folder."""
    from mast_tui.screens.chooser import ChooserScreen

    return ChooserScreen(held)


def runs_of(session: "Session") -> "Held":
    """The runs of the source that is open."""
    from mast_tui.layout.run_rows import RunsOfFile

    return RunsOfFile(session.trace)


def runs_of_folder(path: str) -> "RunsOfFolder | None":
    """The runs of a folder that holds several."""
    from mast_tui.layout.run_rows import RunsOfFolder

    return RunsOfFolder.of(path)


def overview(
    shown: "Overview", memory: "Memory", settings: "ScreenSettings", *, may_close: bool
) -> "RunTableScreen | SummaryScreen | TwoRunsScreen | WatchedRunScreen":
    """The screen of several runs that are looked at together."""
    from mast_tui.state.told_runs import ToldRuns
    from mast_tui.state.two_runs import TwoRuns
    from mast_tui.state.watched_run import WatchedRun

    if isinstance(shown, WatchedRun):
        from mast_tui.screens.watched_run import WatchedRunScreen

        return WatchedRunScreen(shown, may_close=may_close)
    if isinstance(shown, TwoRuns):
        from mast_tui.screens.two_runs import TwoRunsScreen

        return TwoRunsScreen(shown, ascii=settings.ascii, may_close=may_close)
    if isinstance(shown, ToldRuns):
        from mast_tui.screens.summary import SummaryScreen

        return SummaryScreen(shown, ascii=settings.ascii, may_close=may_close)
    from mast_tui.screens.run_table import RunTableScreen
    from mast_tui.terminal.themes import ASCII, FULL

    mark = (ASCII if settings.ascii else FULL).accepted
    return RunTableScreen(shown, memory.diagnosis, mark=mark, may_close=may_close, place=memory.place)


def help_screen(pane: str) -> "HelpScreen":
    """Keys and modes."""
    from mast_tui.screens.help import HelpScreen

    return HelpScreen(pane)


def card(make: "Make") -> "CardScreen":
    """Something explained."""
    from mast_tui.screens.card import CardScreen

    return CardScreen(make)


def note(asked: "NoteAsked") -> "NoteScreen":
    """A field to write in."""
    from mast_tui.screens.note import NoteScreen

    return NoteScreen(asked.words, asked.draft, is_text=asked.is_text)


def finding_form(asked: "FormAsked") -> "FindingForm":
    """A finding in a person's own words."""
    from mast_tui.screens.finding_form import FindingForm

    return FindingForm(asked)


def consent(plan: "SendingPlan") -> "ConsentScreen":
    """The question before anything is sent."""
    from mast_tui.screens.consent import ConsentScreen

    return ConsentScreen(plan)


def report(session: "Session") -> "ReportScreen":
    """The report and where it goes."""
    from mast_tui.screens.report import ReportScreen

    return ReportScreen(session, session.answering.record if session.answering is not None else None)


def comparison(session: "Session") -> "CompareScreen":
    """Two diagnoses, or two groups of them."""
    from mast_tui.screens.compare import CompareScreen

    return CompareScreen(session)


def model_form(session: "Session | None", settings: "ScreenSettings") -> "ModelForm":
    """Which model is asked."""
    from mast_tui.screens.model_form import ModelForm

    return ModelForm(session, offline=settings.offline)


def run_statistics(session: "Session", position: tuple[float, ...]) -> "StatisticsScreen":
    """The run in numbers."""
    from mast_tui.screens.statistics import StatisticsScreen

    return StatisticsScreen(session, position)


def run_lanes(session: "Session", position: tuple[float, ...]) -> "LanesScreen":
    """The run in lanes."""
    from mast_tui.screens.lanes import LanesScreen

    return LanesScreen(session, position)


def trial(session: "Session", name: str, remedy: int) -> "TrialScreen | None":
    """A remedy that is tried; None where the finding is gone."""
    from mast_tui.screens.trial import TrialScreen

    finding = session.finding(name)
    return TrialScreen(session, finding, remedy) if finding is not None else None


def beside(wanted: "ScreenWanted", session: "Session | None", settings: "ScreenSettings") -> "Screen[Any] | None":
    """The screen beside the trace that is wanted, if there is anything to show on it."""
    if wanted.name == "model":
        return model_form(session, settings)
    if session is None:
        return None
    if wanted.name == "statistics":
        return run_statistics(session, wanted.position)
    if wanted.name == "lanes":
        return run_lanes(session, wanted.position)
    if session.diagnosis is None:
        return None
    if wanted.name == "trial":
        return trial(session, wanted.finding, int(wanted.position[0]))
    return report(session) if wanted.name == "report" else comparison(session)


def palette() -> "Palette":
    """Every action, to be narrowed by typing."""
    from mast_tui.widgets.palette import Palette

    return Palette(placeholder="What to do", id="--command-palette")
