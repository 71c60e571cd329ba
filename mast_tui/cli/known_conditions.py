"""How known runs are diagnosed: by which analyst, how often asked, with which modes and criteria of one's own."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from agent.analyst.choice import Choice, analyst_of
from agent.analyst.own_criteria import read_criteria
from agent.analyst.own_taxonomy import taxonomy_with
from agent.analyst.votes import voting
from agent.evaluation.check import Conditions
from mast_tui.cli.parser import modes_option, votes_option


def own_options(parser: ArgumentParser) -> None:
    """Votes, and what a person adds to what is asked."""
    votes_option(parser)
    modes_option(parser)
    parser.add_argument(
        "--criteria", metavar="FILE", type=Path, help="what must hold of each result for you: a line each, or TOML"
    )


def has_own(options: Namespace) -> bool:
    """Whether anything is asked otherwise than a diagnosis asks it by itself."""
    return options.votes > 1 or options.modes is not None or options.criteria is not None


def conditions_of(options: Namespace, choice: Choice, number: bytes, folder: Path | None) -> Conditions:
    """The conditions that the options name; modes of one's own only where a file of them is named."""
    votes = options.votes if choice.asks_a_model else 1
    return Conditions(
        lambda: voting(choice, number, folder, votes) if votes > 1 else analyst_of(choice, number, folder),
        options.chunk_tokens,
        number if options.redact else None,
        folder,
        taxonomy_with(options.modes, None),
        read_criteria(options.criteria) if options.criteria is not None else (),
        votes,
    )
