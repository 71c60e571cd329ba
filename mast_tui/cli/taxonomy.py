"""`mast-tui taxonomy`: MAST's categories and modes as a list, one of them as a card, or all as one JSON object."""

import argparse
import shutil
from collections.abc import Iterator
from difflib import get_close_matches
from textwrap import wrap
from typing import Any

from agent.errors import WrongUse
from mast_tui.cli import output
from taxonomy.mast import AmbiguousName, Taxonomy, UnknownMode, load
from taxonomy.mode import Category, Mode, Shares
from taxonomy.remedy import Remedy, RemedyKind
from taxonomy.versions import PAPER, Entry, Numbering, numberings

NARROWEST, WIDEST = 40, 100
INDENT = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """CODE and how to say it."""
    parser.add_argument(
        "code",
        metavar="CODE",
        nargs="?",
        help="a mode (FM-2.5, 2.5, a name or an alias) or a category (FC2); all of MAST if left out",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(options: argparse.Namespace) -> int:
    """Show all of MAST, or what was asked for."""
    mast = load()
    modes = mast.modes if options.code is None else _wanted(mast, options.code)
    if options.json:
        output.write_json(document(mast, modes))
        return 0
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    single = options.code is not None and len(modes) == 1
    output.write("\n".join(_card(mast, modes[0], width) if single else _list(mast, modes, width)))
    return 0


def document(mast: Taxonomy, modes: tuple[Mode, ...]) -> dict[str, Any]:
    """MAST as the contract's JSON object, with these modes."""
    return {
        "name": mast.name,
        "version": mast.version,
        "fingerprint": mast.fingerprint,
        "categories": [_category_document(category) for category in mast.categories],
        "modes": [_mode_document(mast, mode) for mode in modes],
    }


def _category_document(category: Category) -> dict[str, Any]:
    return {
        "code": category.code,
        "name": category.name,
        "definition": category.definition,
        "aliases": list(category.aliases),
        "shares": category.shares.as_dict(),
    }


def _mode_document(mast: Taxonomy, mode: Mode) -> dict[str, Any]:
    return {
        "code": mode.code,
        "name": mode.name,
        "category": mode.category,
        "definition": mode.definition,
        "aliases": list(mode.aliases),
        "rivals": [{"code": rival.code, "rule": rival.rule} for rival in mode.rivals],
        "remedies": [_remedy_document(remedy) for remedy in mast.remedies(mode.code)],
        "shares": mode.shares.as_dict(),
    }


def _remedy_document(remedy: Remedy) -> dict[str, str]:
    return {
        "kind": str(remedy.kind),
        "target": remedy.target,
        "change": remedy.change,
        "effect": remedy.effect,
        "check": remedy.check,
        "source": remedy.source,
    }


def _wanted(mast: Taxonomy, name: str) -> tuple[Mode, ...]:
    """The mode of this name, or the modes of the category of this name."""
    try:
        return (mast.mode(name),)
    except AmbiguousName as error:
        raise WrongUse(
            f'"{name}" means different modes in different numberings of MAST.',
            f"It may be {' or '.join(error.codes)}: {error.why}",
            f"Ask for one of them: `mast-tui taxonomy {error.codes[0]}`.",
        ) from error
    except UnknownMode:
        pass
    try:
        return mast.modes_of(mast.category(name).code)
    except UnknownMode as error:
        raise _unknown(mast, name) from error


def _unknown(mast: Taxonomy, name: str) -> WrongUse:
    """What to say of a name that is nothing in MAST, but perhaps something elsewhere."""
    known_as = [(known, entry) for known in numberings()[1:] if (entry := known.entry(name)) and entry.names]
    meanings = dict.fromkeys(
        f"{known.title} knows {entry.title}, {f'here {entry.mode}' if entry.mode else 'which has no counterpart here'}"
        for known, entry in known_as
    )
    names = {known.casefold(): known for mode in mast.modes for known in (mode.code, mode.name, *mode.aliases)}
    near = [names[close] for close in get_close_matches(name.casefold(), names, n=1)]
    if meanings:
        hint = f"Another numbering does: {'; '.join(meanings)}."
    else:
        hint = f'The nearest is "{near[0]}".' if near else "Modes are FM-1.1 to FM-3.3, categories FC1 to FC3."
    return WrongUse(f'MAST has no mode or category "{name}".', hint, "See all of them with `mast-tui taxonomy`.")


def _list(mast: Taxonomy, modes: tuple[Mode, ...], width: int) -> Iterator[str]:
    """Every category with its modes, a sentence on each."""
    yield f"{mast.name}, {mast.version}"
    for category in mast.categories:
        listed = [mode for mode in modes if mode.category == category.code]
        if not listed:
            continue
        yield ""
        yield f"{category.code}  {category.name}"
        yield from wrap(category.definition, width, initial_indent=INDENT, subsequent_indent=INDENT)
        for mode in listed:
            yield ""
            yield f"{INDENT}{mode.code}  {mode.name}"
            yield from wrap(mode.definition, width, initial_indent=" " * 10, subsequent_indent=" " * 10)
    yield ""
    yield "`mast-tui taxonomy FM-2.5` tells all about one mode."


def _card(mast: Taxonomy, mode: Mode, width: int) -> Iterator[str]:
    """All that is known about one mode."""
    category = mast.category(mode.category)
    yield f"{mode.code}  {mode.name}"
    yield f"{category.code} {category.name} · can arise in {', '.join(mode.stages)}"
    yield from _section("What it is", mode.definition, width)
    yield from _section("How it shows in a trace", mode.shows, width)
    yield from _section("The question that decides", mode.question, width)
    yield ""
    yield "Not to be mistaken for"
    for rival in mode.rivals:
        yield from _text(f"{rival.code} {mast.mode(rival.code).name}", width, 1)
        yield from _text(rival.rule, width, 2)
    for kind in RemedyKind:
        yield from _remedies(mast, mode, kind, width)
    yield from _section("Also called", ", ".join(mode.aliases), width)
    yield ""
    yield "In other numberings, by meaning"
    for known, entry in _elsewhere(mode.code):
        yield from _text(f"{known.name}: {entry.title}", width, 1)
    yield from _section("Share of failure occurrences, by version of the paper", _shares(mode.shares), width)
    yield from _text(mast.caveat, width, 1)
    yield from _section("Definition after", mode.published_at, width)


def _elsewhere(code: str) -> list[tuple[Numbering, Entry]]:
    """What other numberings call the mode; the same number may stand for another mode there."""
    return [
        (known, entry) for known in numberings() if known.name != PAPER for entry in known.entries if entry.mode == code
    ]


def _remedies(mast: Taxonomy, mode: Mode, kind: RemedyKind, width: int) -> Iterator[str]:
    yield ""
    yield f"Remedies: {kind}"
    for none in mast.no_remedies(mode.code):
        if none.kind is kind:
            yield from _text(f"None. {none.reason}", width, 1)
    for number, remedy in enumerate(mast.remedies(mode.code, kind), 1):
        filled = remedy.fill()
        if number > 1:
            yield ""
        yield from _text(f"{number}. {filled.target}", width, 1)
        yield from _text(filled.change, width, 2)
        yield from _text(f"Why: {filled.effect}", width, 2)
        yield from _text(f"Check: {filled.check}", width, 2)
        yield from _text(f"From: {filled.source}", width, 2)


def _section(title: str, text: str, width: int) -> Iterator[str]:
    yield ""
    yield title
    yield from _text(text, width, 1)


def _text(text: str, width: int, depth: int) -> Iterator[str]:
    """Text wrapped to the width; its own line breaks are kept."""
    indent = INDENT * depth
    for paragraph in text.split("\n"):
        yield from wrap(paragraph, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _shares(shares: Shares) -> str:
    return "   ".join(f"{version} {share:g} %" for version, share in shares.as_dict().items())
