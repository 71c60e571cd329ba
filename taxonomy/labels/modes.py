"""Finds the mode that a label is about, and says which numbering it looks like where ours has no such mode."""

from collections.abc import Collection

from taxonomy.labels.label import BadLabels
from taxonomy.mast import AmbiguousName, UnknownMode, load, mode_code
from taxonomy.versions import PAPER, Entry, Numbering, looks_like, numbering, numberings, split_code


def entry_of(text: str, name: Numbering, place: str, all_texts: Collection[str]) -> Entry:
    """The entry of a numbering for the code or name in a row; raises `BadLabels` naming the row.

    `all_texts` are the codes and names of the whole file: what they have in common tells which numbering it is.
    """
    entry = name.entry(text)
    if entry is not None:
        return entry
    if name.name == PAPER:
        _refuse_ambiguous(text, place)
    others = [other for other in looks_like(all_texts) if other is not name]
    others = others or [other for other in looks_like([text]) if other is not name]
    raise _unknown(text, name, place, others)


def _refuse_ambiguous(text: str, place: str) -> None:
    try:
        load().mode(text)
    except AmbiguousName as error:
        raise BadLabels(
            f'"{text}" means different modes in different numberings of MAST.',
            f"It stands at {place}; it may be {' or '.join(error.codes)}.",
            "Write the code, or name the numbering with --numbering.",
        ) from None
    except UnknownMode:
        return


def _unknown(text: str, name: Numbering, place: str, others: list[Numbering]) -> BadLabels:
    shown = text.strip()
    whose = "MAST" if name.name == PAPER else name.name
    if not others:
        code, _ = split_code(text)
        wrong = f"{shown} is no mode of {whose}."
        if code and name.entry(code):
            wrong = f"{shown} is not what {whose} calls {code}."
        return BadLabels(
            wrong,
            f"It stands at {place}.",
            "Use the codes of `mast-tui taxonomy`, FM-1.1 to FM-3.3."
            if name.name == PAPER
            else f"Use the codes of {name.name}: {_codes(name)}.",
        )
    first = others[0]
    meaning = first.entry(text)
    title = meaning.title if meaning and meaning.title != mode_code(text) else shown
    counterpart = f", which is {meaning.mode} here" if meaning and meaning.mode else ", which has no counterpart here"
    names = " or ".join(f"{other.name} ({other.title})" for other in others)
    return BadLabels(
        f"{shown} is no mode of {whose}; it looks like the numbering {names}.",
        f"It stands at {place}; there it is {title}{counterpart}.",
        f"Run it again with --numbering {first.name}, or change the column to the codes of `mast-tui taxonomy`.",
    )


def _codes(name: Numbering) -> str:
    return ", ".join(entry.code or entry.names[0] for entry in name.entries)


def declared(text: str) -> Numbering | None:
    """The numbering that a sheet says it uses, if we know it."""
    try:
        return numbering(text)
    except LookupError:
        return None


def names_of_numberings() -> str:
    """The names of all numberings, for a message."""
    return ", ".join(known.name for known in numberings())
