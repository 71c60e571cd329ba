"""How an event stands in a prompt, where a chunk ends, and what of the chunk before is shown again."""

import re
from pathlib import Path

import pytest

from agent.chunk.chunks import ABOVE, NEW, Planner
from agent.chunk.render import Renderer
from agent.tokens import count
from agent.trace.event import Kind
from agent.trace.trace import Trace
from tests.agent.signals.stage import Step, played, result, say

WORDS = "words that say nothing but take room in a prompt, number"


def planner_of(trace: Trace, budget: int) -> Planner:
    return Planner(trace, Renderer(trace), budget)


def talk(folder: Path, number: int) -> Trace:
    """Messages of about equal length."""
    return played(folder, [say("AB"[n % 2], f"{WORDS} {n}") for n in range(number)])


def test_a_head_tells_all_that_is_known_of_an_event(tmp_path: Path) -> None:
    steps = [
        Step(Kind.CALL, "Coder", "run()", to=("Runner", "User"), tool="shell", status="ok", section="Testing"),
        Step(Kind.NOTE, None, "a note\n\n<|im_end|>"),
        say("Coder", "a note", repeats=2),
        Step(Kind.USAGE, None, "10 tokens\n20 tokens"),
        Step(Kind.RESULT, "shell", "ok", to=("Coder",), tool="shell"),
    ]
    trace = played(tmp_path, steps)
    shown = [Renderer(trace).event(event, 1_000) for event in trace.events]
    assert [text for text, _, _ in shown] == [
        "@1 Coder -> Runner, User, call, tool shell, status ok, in Testing\n1| run()\n",
        "@2 -, note\n2| a note\n4| <¦im_end¦>\n",
        "@3 Coder, say\n  = repeats event 2 (L2)\n",
        "@4 usage, L6-7 left out\n",
        "@5 shell -> Coder, result\n8| ok\n",
    ]
    assert [left_out for _, _, left_out in shown] == [0, 0, 0, 2, 0]
    assert [tokens for _, tokens, _ in shown] == [count(text) for text, _, _ in shown]


DATA = '[\n {\n  "name": "bolt"\n },\n\n 7\n]'


def test_lines_that_say_nothing_are_left_out_and_missed_by_nobody(tmp_path: Path) -> None:
    """A bracket says nothing among data; in code, or in what an agent writes, it may be the mistake."""
    counted = "Bye!\n[Prompt tokens: 7, Completion tokens: 2]"
    steps = [result(DATA), say("A", DATA), result("int f() {\n}"), say("A", counted)]
    trace = played(tmp_path, steps)
    shown = [Renderer(trace).event(event, 1_000) for event in trace.events]
    rows = [[row for row in text.split("\n")[1:] if row] for text, _, _ in shown]
    assert rows[0] == ['3|   "name": "bolt"', "6|  7"]
    assert [len(each) for each in rows[1:]] == [6, 2, 1]
    assert [left_out for _, _, left_out in shown] == [0, 0, 0, 0]


def test_what_is_new_in_an_event_that_repeats_another_is_shown(tmp_path: Path) -> None:
    steps = [say("A", "one\ntwo\nthree"), say("A", "one\nfour\n\nthree", repeats=1)]
    trace = played(tmp_path, steps)
    text, _, _ = Renderer(trace).event(trace.events[2], 1_000)
    assert text == "@2 A, say\n  = repeats event 1 (L1), but for these lines:\n5| four\n"


def test_a_record_that_prints_several_events_again_is_named_by_all_of_them(tmp_path: Path) -> None:
    parts = ["I break it down.", "First\nI look\nat it all", "Then\nI mend\nthe rest"]
    steps = [*(say("A", part) for part in parts), say("A", "\n".join([*parts, "new"]), repeats=1)]
    trace = played(tmp_path, steps)
    text, _, _ = Renderer(trace).event(trace.events[4], 1_000)
    assert text == "@4 A, say\n  = repeats events 1 to 3 (L1-7), but for these lines:\n15| new\n"


BLOCK = "\n".join(f"a line of some length that is worth folding, number {n}" for n in range(4))


@pytest.mark.parametrize("again", [say("B", f"again\n{BLOCK}"), say("B", BLOCK, repeats=1)])
def test_what_stands_before_a_chunk_is_shown_again_once_where_something_repeats_it(tmp_path: Path, again: Step) -> None:
    filling = [say("AB"[n % 2], f"{WORDS} {n}") for n in range(40)]
    trace = played(tmp_path, [say("A", BLOCK), *filling, again, again])
    first, second = planner_of(trace, 700).chunks()
    assert first.events[1] < 42 <= second.events[1]
    text = planner_of(trace, 700).render(second)
    assert "L1-4, which stand above" in text or "event 1 (L1), which stands above" in text
    assert text.count("number 2\n") == 1
    assert count(text) <= second.tokens <= 700


def test_what_repeats_a_long_text_before_the_chunk_is_named_by_its_first_words(tmp_path: Path) -> None:
    filling = [say("AB"[n % 2], f"{WORDS} {n}") for n in range(40)]
    block = "\n".join(f"a line of some length that is worth folding, number {n}" for n in range(16))
    trace = played(tmp_path, [say("A", block), *filling, say("B", f"again\n{block}")])
    *_, last = planner_of(trace, 700).chunks()
    text = planner_of(trace, 700).render(last)
    assert re.search(r"= L\d+-\d+ repeat L1-16, which are not shown here and begin: a line of some length", text)


@pytest.mark.parametrize("together", [(), (7, 8), (7, 8, 9), (1, 60)])
def test_a_chunk_ends_before_or_after_what_belongs_together(tmp_path: Path, together: tuple[int, ...]) -> None:
    trace = talk(tmp_path, 60)
    plain = next(planner_of(trace, 1_000).chunks()).events[1]
    tied = [plain - 7 + number for number in together] if len(together) != 2 or together[0] > 1 else list(together)

    def earliest(_: Trace) -> list[int]:
        return [tied[0] if number in tied else number for number in range(1, 61)]

    ends = next(Planner(trace, Renderer(trace), 1_000, earliest).chunks()).events[1]
    assert ends == (plain - 1 if tied and tied[0] > 1 else plain)


def test_one_long_line_that_comes_again_is_named_like_a_block(tmp_path: Path) -> None:
    long = "a rule of the house " * 25
    trace = played(tmp_path, [say("A", long), say("B", f"short\n{long}"), say("A", f"short\n{WORDS}")])
    shown = [Renderer(trace).event(event, 1_000)[0] for event in trace.events]
    assert shown[1:] == ["@2 B, say\n2| short\n  = L3-3 repeat L1-1\n", f"@3 A, say\n4| short\n5| {WORDS}\n"]


CODE = "\n".join(f"    if board['{n}'] < {n} and is_free(board, {n}):" for n in range(40))
PACKED = CODE.replace("'", "\\'").replace("<", "&lt;").replace("\n", "\\n")


@pytest.mark.parametrize(("kind", "is_named"), [(Kind.SYSTEM, True), (Kind.SAY, False)])
def test_what_a_framework_packs_of_earlier_lines_into_one_is_named(tmp_path: Path, kind: Kind, is_named: bool) -> None:
    table = f"| codes | {{'main.py\\n{PACKED}\\n    print(never_said)'}} |"
    trace = played(tmp_path, [say("A", f"main.py\n{CODE}"), Step(kind, "B", table)])
    text, tokens, left_out = Renderer(trace).event(trace.events[2], 10_000)
    named = "42| | codes | {'main.py\\n(40 lines that stand in L2-41 too)\\n    print(never_said)'} |"
    assert (named in text) == is_named and "print(never_said)" in text
    assert (tokens, left_out) == (count(text), 0)


def test_a_packed_line_whose_breaks_are_part_of_a_secret_is_shown_as_it_is(tmp_path: Path) -> None:
    trace = played(tmp_path, [say("A", CODE), Step(Kind.SYSTEM, "B", f"key: a\\nb, {PACKED}")])
    text, _, _ = Renderer(trace, lambda text: text.replace("a\\nb", "<SECRET>")).event(trace.events[2], 10_000)
    assert "key: <SECRET>, " in text and "is_free(board, 39)" in text


def test_a_part_of_an_event_is_cut_at_a_width_and_a_row_says_its_first_words(tmp_path: Path) -> None:
    trace = played(tmp_path, [say("A", "one"), say("B", "\n  two words  \nthree\n" + "x" * 200)])
    renderer, event = Renderer(trace), trace.events[2]
    assert renderer.part(event, 3, 4, 11) == "@2 B, say\n3|   two words …\n4| three\n"
    assert renderer.part(event, 4, 4, 5) == "@2 B, say\n4| three\n"
    assert renderer.row(event) == "L2 @2 B, say: two words"
    assert Renderer(trace, lambda text: text.replace("two", "[SECRET]")).row(event) == "L2 @2 B, say: [SECRET] words"


def test_what_is_left_out_of_a_long_event_is_sampled_from_all_of_it(tmp_path: Path) -> None:
    trace = played(tmp_path, [say("A", "\n".join(f"{WORDS} {n}" for n in range(2_000)))])
    text, tokens, _ = Renderer(trace).event(trace.events[1], 1_000)
    sampled = [int(number) for number in re.findall(r"^  \. (\d+)\| ", text, re.MULTILINE)]
    assert len(sampled) == 6
    assert sampled[-1] - sampled[0] > 1_500
    assert count(text) == tokens <= 1_000


def test_the_last_two_messages_are_shown_again_where_they_are_short(tmp_path: Path) -> None:
    planner = planner_of(talk(tmp_path, 200), 2_000)
    first, second, *_ = planner.chunks()
    assert (first.overlap, second.overlap) == (0, 2)
    assert second.events[0] == first.events[1] + 1
    again, new = planner.render(second).removeprefix(ABOVE).split(NEW)
    assert re.findall(r"^@(\d+)", again, re.MULTILINE) == [str(first.events[1] - 1), str(first.events[1])]
    assert new.startswith(f"@{second.events[0]} ")


@pytest.mark.parametrize("turn", [Step(Kind.HANDOFF, "A", f"{WORDS} 0"), say("A", f"{WORDS} 0", section="Review")])
def test_a_chunk_that_is_nearly_full_ends_before_a_handoff_or_a_new_phase(tmp_path: Path, turn: Step) -> None:
    budget = 2_000
    steps = [say("AB"[n % 2], f"{WORDS} {n}", section=turn.section and "Work") for n in range(200)]
    plain = next(planner_of(played(tmp_path, steps), budget).chunks())
    for early, ends in ((plain.events[1] - 3, True), (plain.events[1] // 2, False)):
        trace = played(tmp_path, [*steps[: early - 1], turn, *steps[early:]])
        assert (next(planner_of(trace, budget).chunks()).events[1] == early - 1) is ends


def test_halves_hold_the_same_events_and_are_about_as_large(tmp_path: Path) -> None:
    planner = planner_of(talk(tmp_path, 60), 4_000)
    (whole,) = planner.chunks()
    one, other = planner.halves(whole)
    assert (one.events[0], one.events[1] + 1, other.events[1]) == (1, other.events[0], 60)
    assert (one.lines[0], one.lines[1] + 1, other.lines[1]) == (1, other.lines[0], 60)
    assert one.tokens + other.tokens == whole.tokens
    assert abs(one.tokens - other.tokens) < whole.tokens / 20
    for half in (one, other):
        assert count(planner.render(half)) <= half.tokens
    trace = played(tmp_path, [say("A", WORDS), say("B", "\n".join(f"{WORDS} {n}" for n in range(9)))])
    planner = planner_of(trace, 4_000)
    (whole,) = planner.chunks()
    assert [half.events for half in planner.halves(whole)] == [(1, 1), (2, 2)]
    assert planner.halves(planner.halves(whole)[0]) == (planner.halves(whole)[0],)


def test_a_row_begins_behind_what_a_log_writes_before_its_words(tmp_path: Path) -> None:
    head = "2026-05-18 19:12:54.582 | INFO     | app.agent.toolcall:think:81 - "
    path = tmp_path / "run.log"
    path.write_text(f"{head}✨ Manus's thoughts: I look at the first hut\n{head}🛠️ Manus selected 1 tools to use\n" * 3)
    trace = Trace.open(path).read()
    assert trace.format.name == "openmanus_loguru"
    rows = [Renderer(trace).row(event) for event in trace.events]
    assert any(row.endswith(": I look at the first hut") for row in rows)
    assert not any("toolcall:think" in row for row in rows)
