"""The options that commands share: what they accept, what they refuse, and in which words."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agent.errors import WrongUse
from mast_tui.cli import parser
from mast_tui.cli.commands import Command


@pytest.fixture
def chosen() -> parser.Parser:
    """A parser with every option that commands share."""
    made = parser.for_command(Command("diagnose", "find out why"))
    parser.trace_argument(made)
    parser.trace_options(made)
    parser.model_options(made)
    parser.fail_option(made)
    return made


def test_what_holds_when_nothing_is_said(chosen: parser.Parser) -> None:
    options = vars(chosen.parse_args(["-"]))
    assert options == {
        "trace": "-",
        "debug": False,
        "format": None,
        "run": None,
        "task": None,
        "offline": False,
        "model": None,
        "base_url": None,
        "yes": False,
        "redact": True,
        "chunk_tokens": 12_000,
        "max_tokens": None,
        "max_calls": None,
        "max_cost": None,
        "fail_on": (),
    }


def test_every_option_arrives(chosen: parser.Parser) -> None:
    words = "--offline --model m --base-url u --yes --no-redact --chunk-tokens 9 --max-tokens 8 --max-calls 7"
    words += " --max-cost 0.5 --format f --task t.txt --fail-on present,FM-2.5 -- --odd-name"
    options = chosen.parse_args(words.split())
    assert (options.trace, options.offline, options.model, options.base_url) == ("--odd-name", True, "m", "u")
    assert (options.yes, options.redact, options.chunk_tokens, options.max_tokens) == (True, False, 9, 8)
    assert (options.max_calls, options.max_cost, options.format, options.task) == (7, 0.5, "f", Path("t.txt"))
    assert options.fail_on == ("present", "FM-2.5")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("t --max-calls 0", '"0" is not a whole number'),
        ("t --max-calls 1.5", '"1.5" is not a whole number'),
        ("t --max-calls ٣", "is not a whole number"),
        ("t --max-calls 9999999999999999", "is not a whole number"),
        ("t --max-cost=-1", '"-1" is not an amount'),
        ("t --max-cost nan", '"nan" is not an amount'),
        ("t --max-cost inf", '"inf" is not an amount'),
        ("t --max-cost $5", '"$5" is not an amount'),
        ("t --fail-on FM-3.9", '"FM-3.9" is neither'),
        ("t --fail-on present,", '"" is neither'),
        ("t --fail-on Present", '"Present" is neither'),
        ("t --off", "unrecognized"),
        ("", "TRACE"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_way_on(words: str, said: str, chosen: parser.Parser) -> None:
    with pytest.raises(WrongUse) as caught:
        chosen.parse_args(words.split())
    assert said in caught.value.to
    assert "`mast-tui diagnose --help`" in caught.value.next_step


@pytest.mark.parametrize("columns", ["1", "60", "80", "400", "", "many"])
def test_help_fits_the_terminal_whatever_that_says_of_itself(
    columns: str, chosen: parser.Parser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    made: Callable[[], str] = parser.for_command(Command("diagnose", "find out why")).format_help
    wide = max(map(len, made().split("\n")))
    assert wide <= 100
    if columns.isdigit():
        assert wide <= max(int(columns), 60)
