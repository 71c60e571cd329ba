"""Asking in the app: offline and with a model behind a real server; consent, proposals, undo, dropping, coming back."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agent.chat.turn import Turn
from agent.settings import Settings as ModelSettings
from agent.trace.trace import Trace
from mast_tui.app.app import MastApp
from mast_tui.diagnosis.model_choice import AskedModel
from mast_tui.screens.consent import ConsentScreen
from mast_tui.screens.report import ReportScreen
from mast_tui.screens.trace.chat import Chat
from mast_tui.state.paths import usable_state_folder
from mast_tui.state.screen_settings import ScreenSettings
from mast_tui.state.session import Session
from mast_tui.state.store import open_store
from mast_tui.widgets.bars import KeyHints
from tests.agent.model.judge import replies
from tests.agent.model.server import Body, Server, Step, serve
from tests.mast_tui.desk import FAILED, app_on, diagnosed, read, screen_of, session_of, until

Answered = Callable[[], bool]


def app_at(path: Path, *, server: Server | None = None, yes: bool = True, diagnose: bool = True) -> MastApp:
    """An app whose memory is the state folder, as it is when a person starts it."""
    settings = ScreenSettings(motion=False)
    memory = open_store(usable_state_folder())
    session = Session(Trace.open(path), memory, settings)
    if server is not None:
        asked = ModelSettings(model="stub", base_url=server.url, pause=0.01)
        session.model = AskedModel(asked, usable_state_folder(), redact=True, budget=12_000)
        session.consented_to_ask = yes
        session.offline = False
    return MastApp(session, settings, memory, diagnose=diagnose and server is None)


def last(app: MastApp) -> Turn | None:
    turns = session_of(app).turns
    return turns[-1] if turns else None


def answered(app: MastApp, turns: int = 1) -> Answered:
    """Whether so many questions have their whole answer."""

    def true() -> bool:
        said = session_of(app).turns
        running = [one for one in screen_of(app).workers if one.group == "asking" and not one.is_finished]
        return len(said) == turns and not running and all(one.answer for one in said)

    return true


@pytest.fixture
def trace(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "run.log"
    path.write_bytes(FAILED.read_bytes())
    yield path


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_turns_come_back_when_the_trace_is_opened_again(size: tuple[int, int], trace: Path) -> None:
    app = app_at(trace)
    async with app.run_test(size=size) as pilot:
        await diagnosed(pilot, app)
        await pilot.press("c", *"who", "space", *"said", "space", *"week_view", "enter")
        await until(pilot, answered(app))
        await pilot.press("up")
        assert screen_of(app).part(Chat).pane.field.value == "who said week_view"
        await pilot.press("ctrl+u", *"why?", "enter")
        await until(pilot, answered(app, 2))
        first = [(turn.answer, turn.citations) for turn in session_of(app).turns]
    again = app_at(trace, diagnose=False)
    async with again.run_test(size=size) as pilot:
        await read(pilot, again)
        await until(pilot, lambda: len(session_of(again).turns) == 2)
        assert [(turn.answer, turn.citations) for turn in session_of(again).turns] == first
        await pilot.press("c", "up")
        assert screen_of(again).part(Chat).pane.field.value == "why?"


async def test_suggestions_are_about_what_is_in_view(trace: Path) -> None:
    app = app_at(trace)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("e", "c")
        finding = session_of(app).marks.selected
        await until(pilot, lambda: any(str(finding) in words for words in screen.part(Chat).pane.field.suggested))
        await pilot.press("down", "enter")
        await until(pilot, answered(app))
        turn = session_of(app).turns[0]
        assert str(finding) in turn.about and str(finding) in turn.question


def proposing(words: str) -> Callable[[Body, int], Step]:
    return lambda body, number: Step(f"It is so (L1).\n\nPROPOSAL {words}\n")


@pytest.mark.parametrize(
    ("words", "mode", "decision"),
    [
        ("reject F1: it was over", None, "rejected"),
        ("mode F1 FM-1.5: it went on and on", "FM-1.5", "edited"),
        ("add FM-2.6 L4-8: it said one thing and did another", "FM-2.6", "accepted"),
    ],
)
async def test_a_proposal_is_applied_by_its_key_alone_and_undone(
    words: str, mode: str | None, decision: str, trace: Path
) -> None:
    first = app_at(trace)
    async with first.run_test(size=(140, 45)) as pilot:
        await diagnosed(pilot, first)
    with serve(proposing(words)) as server:
        app = app_at(trace, server=server)
        async with app.run_test(size=(140, 45)) as pilot:
            screen = await read(pilot, app)
            await until(pilot, lambda: session_of(app).diagnosis is not None)
            before = session_of(app).diagnosis
            await pilot.press("c", *"change", "enter")
            await until(pilot, answered(app))
            answer = last(app)
            assert answer is not None and len(answer.proposals) == 1
            assert session_of(app).diagnosis == before
            await pilot.press("a", "enter")
            await until(pilot, answered(app, 2))
            assert session_of(app).diagnosis == before, "typed into the field, `a` is a letter"
            await pilot.press("escape", "enter")
            assert session_of(app).diagnosis == before, "Enter applies nothing"
            screen.part(Chat).pane.turns.focus()
            await pilot.press("a")
            await pilot.pause()
            now = session_of(app).diagnosis
            assert now is not None and before is not None
            decided = {one.id: one.decision for one in before.findings}
            changed = [one for one in now.findings if one.decision != decided.get(one.id)]
            assert [one.decision for one in changed] == [decision]
            assert mode in (None, changed[0].mode) and changed[0].evidence and changed[0].remedies
            verdict = next(one for one in now.modes if one.code == changed[0].mode).verdict
            assert (verdict == "present") == (decision != "rejected"), "what is rejected counts no more"
        memory = open_store(usable_state_folder())
        sha256 = session_of(app).sha256
        assert sha256 is not None
        kept = memory.diagnosis(sha256)
        assert kept is not None
        assert [one["decision"] for one in kept["findings"] if one["id"] == changed[0].id] == [decision]
        memory.close()
        again = app_at(trace, diagnose=False)
        async with again.run_test(size=(140, 45)) as pilot:
            await read(pilot, again)
            await until(pilot, lambda: len(session_of(again).turns) == 2)
            assert session_of(again).diagnosis == now
            assert "applied" in session_of(again).decisions.proposals.values()


async def test_undo_brings_back_what_was(trace: Path) -> None:
    app = app_at(trace)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        before = session_of(app).diagnosis
        for words in ("add FM-2.6 at L4: odd", "F1 is FM-1.5: again and again"):
            await pilot.press("c")
            screen.part(Chat).pane.field.value = words
            await pilot.press("enter")
            await until(pilot, answered(app, len(session_of(app).turns)))
            screen.part(Chat).pane.turns.focus()
            await pilot.press("G", "a")
            await pilot.pause()
        assert session_of(app).diagnosis != before
        await pilot.press("U", "U")
        await pilot.pause()
        assert session_of(app).diagnosis == before and not session_of(app).decisions.proposals
        await pilot.press("r")
        await pilot.pause()
        assert session_of(app).diagnosis == before and "dismissed" in session_of(app).decisions.proposals.values()


async def test_nothing_is_sent_before_a_person_agrees(trace: Path) -> None:
    with serve(lambda body, number: Step("Nobody checked it (L12).")) as server:
        app = app_at(trace, server=server, yes=False)
        async with app.run_test(size=(80, 24)) as pilot:
            await read(pilot, app)
            await pilot.press("c", *"why?", "enter")
            await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
            assert server.calls == 0
            await pilot.press("escape")
            await until(pilot, lambda: app.screen is screen_of(app) and not session_of(app).turns)
            assert server.calls == 0 and screen_of(app).part(Chat).pane.field.value == "why?"
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
            await pilot.press("y")
            await until(pilot, answered(app))
            assert server.calls == 1 and session_of(app).turns[0].model == "stub"
            assert not session_of(app).consented, "the whole trace is another matter"


async def test_what_is_appended_after_it_was_planned_is_not_sent(trace: Path) -> None:
    say = replies({})
    with serve(lambda body, number: Step(say(body))) as server:
        app = app_at(trace, server=server)
        session = session_of(app)
        async with app.run_test(size=(140, 45)) as pilot:
            await read(pilot, app)
            lines = session.reader.last
            await pilot.press("D")
            await until(pilot, lambda: isinstance(app.screen, ConsentScreen))
            with trace.open("a") as file:
                file.write("a line that nobody agreed to\n")
            session.adopt(session.trace.grown(lambda: False))
            await pilot.press("y")
            await until(pilot, lambda: session.stage == "done")
            assert session.diagnosis is not None and session.diagnosis.trace.lines == lines
            assert session.lines_not_diagnosed == 1
        assert server.requests and not any("nobody agreed to" in json.dumps(each) for each in server.requests)


async def test_escape_drops_a_question_in_the_middle_of_its_answer(trace: Path) -> None:
    slow = "The first words stand here. " + "And many more words follow. " * 200

    def script(body: Body, number: int) -> Step:
        return Step(slow, drip=0.002) if number == 1 else Step("Short (L4).")

    with serve(script) as server:
        app = app_at(trace, server=server)
        async with app.run_test(size=(140, 45)) as pilot:
            await read(pilot, app)
            await pilot.press("c", *"why?", "enter")
            await until(pilot, lambda: (answer := last(app)) is not None and "first words" in answer.answer)
            await pilot.press("escape")
            await until(pilot, lambda: not session_of(app).turns)
            assert screen_of(app).part(Chat).pane.field.value == "why?"
            await pilot.press("enter")
            await until(pilot, answered(app))
            answer = last(app)
            assert answer is not None and "Short" in answer.answer
    again = app_at(trace, diagnose=False)
    async with again.run_test(size=(140, 45)) as pilot:
        await read(pilot, again)
        await until(pilot, lambda: len(session_of(again).turns) == 1)


async def test_what_cannot_be_verified_is_marked_and_links_lead_nowhere_else(trace: Path) -> None:
    said = 'It said "never written anywhere" (L4). [here](http://evil.example) is more (L999999). It all failed.'
    with serve(lambda body, number: Step(said)) as server:
        app = app_at(trace, server=server)
        async with app.run_test(size=(140, 45)) as pilot:
            screen = await read(pilot, app)
            await pilot.press("c", *"why?", "enter")
            await until(pilot, answered(app))
            rows = " ".join(word for row in screen.part(Chat).pane.turns.make_rows(60)[0] for word in row.text.split())
            assert '"never written anywhere" (L4). (not verified: these words are not in the trace)' in rows
            assert "(no such line)" in rows and "not verified:" in rows
            assert len(screen.part(Chat).pane.turns.stops) == 1, "only L4 is a line to go to"


async def test_a_server_that_fails_is_a_turn_of_its_own_and_the_question_stays(trace: Path) -> None:
    with serve(lambda body, number: Step(status=401, raw=b'{"error": {"message": "no"}}')) as server:
        app = app_at(trace, server=server)
        async with app.run_test(size=(80, 24)) as pilot:
            await read(pilot, app)
            await pilot.press("c", *"why?", "enter")
            await until(pilot, answered(app))
            answer = last(app)
            assert answer is not None and "Enter tries again" in answer.answer
            assert screen_of(app).part(Chat).pane.field.value == "why?"


async def test_questions_are_answered_while_a_diagnosis_runs(trace: Path) -> None:
    with serve(lambda body, number: Step("A package was missing (L12).")) as server:
        app = app_at(trace, server=server)
        async with app.run_test(size=(140, 45)) as pilot:
            screen = await read(pilot, app)
            session_of(app).stage = "diagnosing"
            assert "still running" in screen.part(Chat).hint()
            await pilot.press("c", *"why?", "enter")
            await until(pilot, answered(app))
            assert "still running" in str(server.requests[0]["messages"])


async def test_back_from_a_line_one_is_in_the_answer_and_the_hints_say_so() -> None:
    app = app_on(FAILED, diagnose=True)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("c", "down", "enter")
        await until(pilot, lambda: bool(screen.part(Chat).pane.turns.stops))
        hints = screen.query_one(KeyHints)
        assert "Enter ask" in hints.made(140).text
        await pilot.press("escape", "enter")
        assert screen.trace.has_focus
        await pilot.press("escape")
        assert screen.part(Chat).pane.turns.has_focus
        assert "Enter go there" in hints.made(140).text
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, ReportScreen))


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_last_question_is_in_sight_when_a_conversation_comes_back(size: tuple[int, int], trace: Path) -> None:
    app = app_at(trace)
    async with app.run_test(size=size) as pilot:
        await diagnosed(pilot, app)
        await pilot.press("c")
        for number, question in enumerate(("list all errors", "give me a timeline", "what could you not assess?"), 1):
            screen_of(app).part(Chat).pane.field.value = question
            await pilot.press("enter")
            await until(pilot, answered(app, number))
    again = app_at(trace, diagnose=False)
    async with again.run_test(size=size) as pilot:
        await read(pilot, again)
        await until(pilot, lambda: len(session_of(again).turns) == 3)
        await pilot.press("3")
        turns = screen_of(again).part(Chat).pane.turns

        def seen() -> str:
            return "\n".join(turns.render_line(y).text for y in range(turns.size.height))

        await until(pilot, lambda: "what could you not assess?" in seen())


async def test_one_click_on_a_line_link_goes_there(trace: Path) -> None:
    app = app_at(trace)
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await diagnosed(pilot, app)
        await pilot.press("c")
        screen.part(Chat).pane.field.value = "compare L3 and L12"
        await pilot.press("enter")
        await until(pilot, answered(app))
        turns = screen.part(Chat).pane.turns
        rows = [turns.render_line(y).text for y in range(turns.size.height)]
        y = next(at for at, text in enumerate(rows) if "- L12 " in text)
        await pilot.click(turns, offset=(rows[y].index("L12") + 1, y))
        await until(pilot, lambda: screen.trace.has_focus and screen.trace.place.line == 12)
