"""What is known about each of the fourteen modes, as rows: full, or as a strip where room is short."""

from collections.abc import Sequence
from typing import NamedTuple

from agent.clean import clean_line
from agent.number_words import count
from mast_tui.layout.row import Row, Span, spread
from mast_tui.layout.width import cells, cut
from mast_tui.terminal.themes import Symbols

_INKS = {"present": "major bold", "unclear": "major", "absent": "ok", "not_assessed": "faint"}
_NAMES = {"present": "text bold", "unclear": "quiet", "absent": "faint", "not_assessed": "faint"}


class ModeState(NamedTuple):
    """One mode as it stands now."""

    code: str
    name: str
    category: str
    verdict: str
    word: str
    reason: str = ""

    @property
    def short(self) -> str:
        """The code without its letters."""
        return self.code.removeprefix("FM-")


class CategoryState(NamedTuple):
    """One category: its modes, and a word or a bar for how far it is."""

    name: str
    word: str
    modes: tuple[ModeState, ...]
    done: int = 0
    chunks: int = 0


def none_yet() -> tuple[CategoryState, ...]:
    """All fourteen before anything was judged."""
    from taxonomy.mast import load  # its data is read after the first frame

    taxonomy = load()
    return tuple(
        CategoryState(
            category.name.capitalize(),
            "",
            tuple(
                ModeState(mode.code, mode.name, category.code, "not_assessed", "not assessed")
                for mode in taxonomy.modes_of(category.code)
            ),
        )
        for category in taxonomy.categories
    )


def symbol(verdict: str, symbols: Symbols) -> str:
    """The symbol of a verdict."""
    return str(getattr(symbols, verdict, symbols.not_assessed))


def rail(
    categories: Sequence[CategoryState], width: int, symbols: Symbols, *, stale: bool = False
) -> tuple[list[Row], list[int]]:
    """Fourteen rows under three headings, and which rows are modes; verdicts on another trace are faint."""
    rows: list[Row] = []
    stops: list[int] = []
    wide = width >= 54
    for at, category in enumerate(categories):
        if at:
            rows.append(Row())
        rows.append(spread((Span(f"  {category.name}", "text bold"),), (*_progress(category), Span(" ")), width))
        for mode in category.modes:
            stops.append(len(rows))
            ink = "faint" if stale else _INKS[mode.verdict]
            quiet = "faint" if stale else _NAMES[mode.verdict]
            word = mode.word if wide or mode.verdict == "present" else ""
            left = (
                Span(f"  {symbol(mode.verdict, symbols)} ", ink),
                Span(f"{mode.short}  ", quiet),
                Span(cut(mode.name, width - 10), quiet),
            )
            rows.append(
                spread(
                    left, (Span(f"{clean_line(word)} ", ink if mode.verdict == "present" else quiet),), width, apart=1
                )
            )
    return rows, stops


def strip(
    categories: Sequence[CategoryState], width: int, symbols: Symbols, chosen: str, *, stale: bool = False
) -> list[Row]:
    """Three rows of codes."""
    name_width = max(cells(category.name) for category in categories) + 4
    if name_width + 6 * 7 > width:
        name_width = 6
    rows: list[Row] = []
    for number, category in enumerate(categories, 1):
        label = category.name if name_width > 6 else f"FC{number}"
        spans = [Span(f"  {label}".ljust(name_width), "quiet")]
        for mode in category.modes:
            ink = ("faint" if stale else _INKS[mode.verdict]) + (" underline" if mode.code == chosen else "")
            spans += [Span(f"{symbol(mode.verdict, symbols)}{mode.short}", ink), Span("   ")]
        rows.append(Row(tuple(spans)))
    return rows


def legend(symbols: Symbols) -> Row:
    """What the symbols mean."""
    pairs = (("present", "major"), ("unclear", "major"), ("absent", "ok"), ("not_assessed", "faint"))
    spans = [Span("  ")]
    for verdict, ink in pairs:
        spans += [Span(symbol(verdict, symbols), ink), Span(f" {verdict.replace('_', ' ')}   ", "quiet")]
    return Row(tuple(spans))


def _progress(category: CategoryState) -> tuple[Span, ...]:
    if category.chunks and category.done < category.chunks:
        full = 7 * category.done // category.chunks
        return (
            Span("━" * full, "accent"),
            Span("━" * (7 - full), "rule"),
            Span(f"  chunk {category.done} of {category.chunks}", "quiet"),
        )
    return (Span(category.word, "quiet"),)


def present_word(modes: Sequence[ModeState]) -> str:
    """How many modes of a category are present; only where all are known, that none is."""
    verdicts = [mode.verdict for mode in modes]
    if present := verdicts.count("present"):
        return f"{present} present"
    if unclear := verdicts.count("unclear"):
        return f"{unclear} unclear"
    blind = verdicts.count("not_assessed")
    return "none present" if not blind else "not assessed" if blind == len(verdicts) else f"{blind} not assessed"


def judged_word(judged: int, unclear: int, all_lines: bool, last_read: int, lines: int) -> str:
    """How much of the trace was judged for how many modes; where some stay unclear, they were seen only."""
    read = "every line read" if all_lines else f"{count(last_read, 'line')} of {lines:,} read"
    return f"{judged} of 14 modes {'seen' if unclear else 'judged'} · {read}"
