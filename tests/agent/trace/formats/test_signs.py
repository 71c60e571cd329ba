"""A format whose signs are missing would not have known the head: unloaded or not, what is read is the same."""

import json
import re
from pathlib import Path

import pytest

from agent.trace.formats import registry
from agent.trace.formats.base.format import Head
from agent.trace.formats.signs import JSON_SIGNS, TEXT_SIGNS, with_signs
from tests.agent.trace.formats.small_heads import HEAD, small_heads

SAMPLES = sorted((Path(__file__).parents[4] / "sample_traces").glob("*.*"))
ALL = (*registry.TEXT, *registry.JSON, *registry.ANY_JSON, *registry.ANY_TEXT)
HEADS = small_heads()


def head_of(data: bytes, name: str = "run.json") -> Head:
    return Head(data[:HEAD], name, len(data))


def check_signs(head: Head) -> None:
    """The signs of every format that knows the head stand in it."""
    knowing = {line for line in ALL if registry.load(line).recognise(head) is not None}
    assert knowing <= set(with_signs(ALL, head.data)), head.name


def test_signs_are_given_for_what_is_listed_and_held_against_heads() -> None:
    assert {*TEXT_SIGNS, *JSON_SIGNS} <= set(ALL)
    assert set(JSON_SIGNS) <= set(HEADS)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_the_signs_of_whatever_knows_a_sample_stand_in_it(path: Path) -> None:
    check_signs(head_of(path.read_bytes(), path.name))


def test_the_signs_of_whatever_knows_a_made_trace_stand_in_it(made: Path) -> None:
    for path in sorted(filter(Path.is_file, made.rglob("*"))):
        check_signs(head_of(path.read_bytes(), path.name))


@pytest.mark.parametrize("line", HEADS)
def test_a_format_knows_no_head_that_lacks_one_of_its_signs(line: str) -> None:
    form = registry.load(line)
    for text in HEADS[line]:
        assert form.recognise(head_of(text.encode())) is not None, text[:200]
        check_signs(head_of(text.encode(), text[:200]))
        for sign in JSON_SIGNS.get(line, "").split():
            written = re.compile("|".join(map(re.escape, sign.split("|"))))
            without = written.sub(lambda found: re.sub(r"\w", "z", found[0]), text)
            assert without != text
            assert form.recognise(head_of(without.encode())) is None, (sign, text[:200])


@pytest.mark.parametrize("letter", "role")
def test_a_sign_with_a_letter_written_as_an_escape_counts(letter: str) -> None:
    plain = '{"role": "user", "content": "Count."}\n' * 2
    escaped = plain.replace("role", "role".replace(letter, f"\\u{ord(letter):04x}"))
    assert b"role" not in escaped.encode()
    assert json.loads(escaped.splitlines()[0]) == json.loads(plain.splitlines()[0])
    chosen = [next(registry.candidates(head_of(text.encode())))[0].name for text in (plain, escaped)]
    assert chosen == ["openai_chat_jsonl_messages"] * 2
