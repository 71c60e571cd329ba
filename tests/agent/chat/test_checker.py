"""Answers held against a trace: what stands there is cited, what does not is marked or left out, however it comes."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.chat.answer_progress import Delta, Rewritten
from agent.chat.checker import NOT_THERE, Checker
from agent.chat.inert_markdown import inert
from agent.chat.material import Material
from agent.chat.quotes import cited_lines
from agent.lookup.calls import Lookups
from agent.lookup.lines_read import LinesRead
from agent.trace.trace import Trace
from tests.agent.chat.materials import CHATDEV, plain_log

LINES = (
    "the task is to convert 40 EUR into USD",
    "I assume a rate of 1.07 without asking anybody.",
    'the reviewer said "looks good to me" and approved',
    "running tests: 3 failed, 1 passed",
    "shipping it although 3 tests fail",
)
KEPT = [
    'The coder wrote "I assume a rate of 1.07" (L2).',
    "The coder wrote “I assume a rate of 1.07 without asking anybody” (L2).",
    "The coder assumed a rate: `I assume a rate of 1.07` (L2).",
    "It shipped with failing tests (L4-5).",
    'It says "I assume ... without asking anybody." (L2).',
    'Three failed: "Running tests: 3 FAILED" (L4).',
    "> I assume a rate of 1.07 (L2)",
    '"looks good to me" came from L3.',
]
MISQUOTED = [
    'The coder wrote "I verified the rate with the bank" (L2).',
    "The coder wrote “the rate is certain and was checked”.",
    "The coder 'never asked for any rate at all' (L2).",
    "> We have verified everything twice (L4)",
    'The tests say "3 passed, 1 failed" (L4).',
    'It did not stop and the reviewer said "ship it without any test".',
    "```\n4| running tests: 0 failed, 4 passed\n```",
    "The tester ran `pytest --all-features -x` (L4).",
]


@pytest.fixture
def material(tmp_path: Path) -> Material:
    material = Material(Trace.open(plain_log(tmp_path / "run.log", *LINES)))
    material.prepare()
    return material


def check(material: Material, answer: str, size: int = 1000) -> tuple[Checker, str]:
    """The checker after an answer that came in pieces, and what a screen shows in the end."""
    checker = Checker(material, LinesRead([(1, 5)]))
    shown = ""
    for news in [one for at in range(0, len(answer), size) for one in checker.feed(answer[at : at + size])] + list(
        checker.finish()
    ):
        if isinstance(news, Delta):
            shown += news.text
        elif isinstance(news, Rewritten):
            shown = news.answer
    return checker, shown


@pytest.mark.parametrize("answer", KEPT)
def test_what_stands_in_the_trace_is_cited(material: Material, answer: str) -> None:
    checker, shown = check(material, answer)
    assert shown == answer and not checker.unverified and not checker.left_out
    assert checker.citations
    for citation in checker.citations:
        assert citation.quote in "\n".join(material.trace.lines(*citation.lines))


@pytest.mark.parametrize("answer", MISQUOTED)
def test_a_sentence_with_an_invented_quote_is_shown_as_not_verified(material: Material, answer: str) -> None:
    checker, shown = check(material, f"It failed (L4).\n\n{answer}\n\nIt shipped (L5).", 3)
    assert answer in shown and shown.count(NOT_THERE) == 1 and shown.index(NOT_THERE) > shown.index(answer)
    assert shown.index(NOT_THERE) < shown.index("It shipped (L5).") and "It failed (L4)." in shown
    assert len(checker.unverified) == 1 and "is not in this trace" in checker.unverified[0]


def test_a_citation_of_the_whole_trace_is_one(material: Material) -> None:
    checker, shown = check(material, "Nobody ever tested the rate (L1-5).")
    assert shown == "Nobody ever tested the rate (L1-5)." and not checker.unverified
    assert [citation.lines for citation in checker.citations] == [(1, 5)]


def test_lines_that_are_not_there_are_marked(material: Material) -> None:
    checker, shown = check(material, "The run was stopped by the planner (L900).")
    assert shown == "The run was stopped by the planner (L900 (no such line))."
    assert "L900 is not in this trace" in checker.unverified[0] and not checker.citations


def test_lines_that_were_never_read_are_marked(material: Material) -> None:
    checker = Checker(material, LinesRead([(1, 2)]))
    list(checker.feed("The tests fail at the end (L5). "))
    list(checker.finish())
    assert "L5 was not read" in checker.unverified[0]


def test_places_that_a_lookup_named_may_be_cited_and_what_lies_between_may_not(material: Material) -> None:
    read = LinesRead([(1, 1)])
    read.note((), named=[(2, 4)])
    checker = Checker(material, read)
    for sentence in ("The second phase is at L2-4. ", "It ends at L4. ", "The coder gives up at L3. "):
        list(checker.feed(sentence))
    list(checker.finish())
    assert len(checker.unverified) == 1 and "L3 was not read" in checker.unverified[0]


def seen_by(lookups: Lookups, *calls: tuple[str, str]) -> LinesRead:
    """What a model knows of a trace once it has made these calls."""
    read = LinesRead()
    for name, arguments in calls:
        one = lookups.run(lookups.call_of(name, arguments), 4_000)
        read.note(one.lines, (), one.named)
        read.note_rows(one.text, one.titled)
    return read


def unverified(material: Material, read: LinesRead, sentence: str) -> str:
    checker = Checker(material, read)
    list(checker.feed(sentence))
    list(checker.finish())
    return "".join(checker.unverified)


@pytest.fixture
def long_and_short(tmp_path: Path) -> Material:
    """An event of five lines and one of sixty, the words of which begin on the third."""
    path = tmp_path / "run.json"
    short = "\n".join(f"short {n} is here" for n in range(1, 6))
    long = "\n\n" + "\n".join(f"long {n} is here" for n in range(1, 59))
    messages = [{"role": "user", "content": "go"}, *({"role": "assistant", "content": text} for text in (short, long))]
    path.write_text(json.dumps({"messages": messages}))
    material = Material(Trace.open(path))
    material.prepare()
    return material


@pytest.mark.parametrize("tool", ["events", "outline"])
def test_each_line_of_a_short_event_that_was_listed_may_be_cited(long_and_short: Material, tool: str) -> None:
    assert [event.lines for event in long_and_short.trace.events] == [(1, 1), (2, 6), (7, 66)]
    read = seen_by(Lookups(long_and_short.visible), (tool, "{}"))
    for cited in ("L2-6", "L4", "L4-5", "L7", "L9", "L7-66"):
        assert not unverified(long_and_short, read, f"The assistant reports what is here ({cited})."), cited
    for cited in ("L30", "L10-12", "L5-8"):
        assert "was not read" in unverified(long_and_short, read, f"The assistant reports it ({cited})."), cited
    assert not read.holds((1, 66)), "a title is no reading"


def test_a_listed_event_makes_no_invented_quote_true(long_and_short: Material) -> None:
    read = seen_by(Lookups(long_and_short.visible), ("events", "{}"))
    assert "is not in this trace" in unverified(long_and_short, read, 'It says "short 9 was never here" (L4).')
    assert "stand at L5" in unverified(long_and_short, read, 'It says "short 4 is here" (L2).')


def test_what_a_lookup_called_somebody_may_be_named_in_backticks() -> None:
    material = Material(Trace.open(CHATDEV))
    material.prepare()
    start = next(event for event in material.trace.events if event.tool == "program start")
    said = f"The result of `program start` is an error (L{start.lines[0]})."
    assert "program start" not in material.trace.text(start)
    read = seen_by(Lookups(material.visible), ("events", '{"kind": "result"}'))
    assert not unverified(material, read, said)
    assert not unverified(material, read, said.replace("`program start`", "`result`"))
    for invented in ("`program stop`", "`start program`", '"program start"'):
        assert "is not in this trace" in unverified(material, read, said.replace("`program start`", invented))
    unseen = LinesRead([(1, material.trace.events.lines)])
    assert "is not in this trace" in unverified(material, unseen, said), "nobody told the model of that name"


def test_a_range_as_an_editor_writes_it_is_no_citation() -> None:
    assert cited_lines("It replaces lines 287:295 of the file (L3), and lines 4 to 5.") == [(3, 3), (4, 5)]


def test_a_fact_without_a_line_is_marked_and_advice_is_not(material: Material) -> None:
    checker, _ = check(material, "The planner ignored the failing tests of the coder. You should add a gate for tests.")
    assert len(checker.unverified) == 1 and "no line is cited" in checker.unverified[0]


@pytest.mark.parametrize(
    ("answer", "is_held"),
    [
        ("The tests ran 3 times and failed (L4).", True),
        ("The tests ran 7 times and failed (L4).", False),
        ("The coder made nine failed calls before that (L2).", False),
        ("Of its calls 12 calls failed, and nobody noticed that.", True),
        ("It sent 2 messages about it (L2, L3).", True),
        ("There were no failed calls at all in this run.", True),
    ],
)
def test_a_count_is_held_against_what_was_counted(material: Material, answer: str, is_held: bool) -> None:
    checker = Checker(material, LinesRead([(1, 5)], {12, 0}))
    list(checker.feed(answer))
    list(checker.finish())
    assert bool(checker.unverified) is not is_held


def test_not_in_this_trace_is_an_answer(material: Material) -> None:
    answer = 'Not in this trace: nobody mentions "GBP". The nearest mention of a currency is "EUR" (L1).'
    checker, shown = check(material, answer)
    assert shown == answer and not checker.unverified and not checker.left_out


def test_advised_words_are_marked_as_not_of_the_trace(material: Material) -> None:
    answer = 'The prompt should require "ask for the rate before you convert".'
    checker, shown = check(material, answer)
    assert shown == answer and not checker.left_out
    assert "is not in this trace" in checker.unverified[0]


def test_only_cited_lines_are_listed_and_it_is_said_where_a_quote_stands_instead(material: Material) -> None:
    checker, _ = check(
        material, 'The coder wrote "I assume a rate of 1.07" (L2). And "looks good to me" is there (L1).'
    )
    assert {citation.lines for citation in checker.citations} == {(2, 2), (1, 1)}
    assert "the words it quotes stand at L3" in checker.unverified[0]


def test_names_of_modes_are_no_quotes(material: Material) -> None:
    checker, shown = check(material, 'This is "No or incomplete verification" (L5).')
    assert "No or incomplete verification" in shown and not checker.left_out


FOLLOWED = [
    "[here](http://evil.example/a)",
    "![x](https://evil.example/secret.png)",
    "<http://evil.example>",
    "see http://evil.example/a?b=c now",
    '<a href="http://evil.example">x</a>',
    "<img src=http://evil.example/x.png>",
    "[x]: http://evil.example",
    "[a][b]\n\n[b]: http://evil.example",
    "![x][y]\n\n[y]: http://evil.example",
    "[a](<http://evil.example>)",
    "www.evil.example/path",
    "mailto:me@evil.example",
]


@pytest.mark.parametrize("text", FOLLOWED)
def test_nothing_in_an_answer_can_be_followed(material: Material, text: str) -> None:
    _, shown = check(material, f"It failed (L4). {text} is it (L4).\n")
    for preset in ("commonmark", "gfm-like"):
        try:
            html = MarkdownIt(preset, {"html": True}).render(shown)
        except ModuleNotFoundError:
            continue
        assert "<a " not in html and "<img" not in html, shown


@given(st.text(alphabet=st.sampled_from("[]()!<>ab:/htp. \n`"), max_size=60))
def test_no_link_survives_whatever_is_written(text: str) -> None:
    html = MarkdownIt("commonmark", {"html": True}).render(inert(text))
    assert "<a " not in html and "<img" not in html


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(
    st.lists(
        st.sampled_from([*KEPT, *MISQUOTED, "Not in this trace.", "PROPOSAL add FM-3.2 L4: untested"]), max_size=6
    ),
    st.integers(1, 30),
)
def test_however_it_is_cut_the_screen_ends_with_the_answer(material: Material, parts: list[str], size: int) -> None:
    answer = "\n\n".join(parts)
    whole, _ = check(material, answer, 10_000)
    checker, shown = check(material, answer, size)
    assert shown.strip() == checker.answer == whole.answer
    assert shown.count(NOT_THERE) == sum(part in MISQUOTED for part in parts)
    assert checker.unverified == whole.unverified
    assert checker.citations == whole.citations
    assert "PROPOSAL" not in shown


@pytest.mark.parametrize("size", [1, 4, 9])
def test_no_invented_quote_is_ever_on_the_screen_without_its_mark(material: Material, size: int) -> None:
    checker = Checker(material, LinesRead([(1, 5)]))
    answer = 'It failed (L4). The coder wrote "I verified the rate with the bank" (L2). It shipped (L5).'
    for at in range(0, len(answer), size):
        for news in checker.feed(answer[at : at + size]):
            said = getattr(news, "text", "") + getattr(news, "answer", "")
            assert "verified the rate" not in said or NOT_THERE in said


INVENTED = "nobody ever looked at the code"
FORMS = (
    '"{}"', "“{}”", "„{}“", "„{}”", "”{}”", "«{}»", "« {} »", "»{}«", "‹{}›", "「{}」", "『{}』", "《{}》", "＂{}＂",
    "‘{}’", "‚{}‘", "'{}'", "`{}`", "“He said ‘{}’”", "\"He said '{}'\"", "> {}\n",
)  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("is_broken", [False, True], ids=["whole", "across a line break"])
def test_whatever_looks_like_a_quotation_is_checked_or_marked(material: Material, form: str, is_broken: bool) -> None:
    if is_broken and form.startswith(("`", "'", "‘", "‚", ">")):
        return
    words = INVENTED.replace("looked ", "looked\n") if is_broken else INVENTED
    checker, _ = check(
        material,
        f"The coder wrote {form.format(words)} (L2).\nAnd that was it (L1)."
        if form[0] != ">"
        else form.format(words) + "(L2)",
    )
    assert checker.unverified
    if not is_broken:
        assert NOT_THERE in checker.answer


@pytest.mark.parametrize("mark", ["[", "![", "](", '"', "“", "`", "L1-", "(L", "<", "*", "|", "「", "[a](", "\n", "> "])
def test_a_long_run_of_marks_is_checked_at_once(material: Material, mark: str) -> None:
    began = time.process_time()
    check(material, f"See {mark * 80_000} (L2).")
    assert time.process_time() - began < 5
