"""A report as it will be written, with its quotes marked at the left."""

import re

from agent.clean import clean
from mast_tui.keys.table import bindings
from mast_tui.layout.row import AS_WRITTEN, Row, Span, row
from mast_tui.layout.width import wrapped
from mast_tui.widgets.rows_view import RowsView

_WIDEST = 100
_LONGEST = 200_000
_CITES = re.compile(r"L\d+(-\d+)?[,:]")
_QUIET = ("|", "Made by", "Analyst:")


class Preview(RowsView):
    """The text of a report."""

    BINDINGS = bindings("card")
    tone = "page"
    words = "The report is being drawn ..."
    markdown = False

    def make_rows(self, width: int) -> tuple[list[Row], list[tuple[int, int]]]:
        """Its lines, wrapped; a fence after a line that cites is a quote of the trace."""
        rows: list[Row] = []
        fence, cited, quoted = "", False, False
        room = min(width - 4, _WIDEST)
        for line in clean(self.words[:_LONGEST]).split("\n"):
            bare = line.lstrip()
            if self.markdown and bare.startswith("```"):
                mark = bare[: len(bare) - len(bare.lstrip("`"))]
                fence, quoted = ("", False) if fence else (mark, cited)
                rows.append(row((f"  {line[:room]}", "faint")))
                continue
            if line.strip() and not fence:
                cited = _CITES.match(line) is not None
            for start, end in wrapped(line, room):
                rows.append(self._row(line[start:end], line, quoted=quoted, fenced=bool(fence)))
        if len(self.words) > _LONGEST:
            rows.append(row(("  The rest is too long to show here; it will be written.", "quiet italic")))
        return rows, []

    def _row(self, part: str, line: str, *, quoted: bool, fenced: bool) -> Row:
        if quoted:
            return Row((Span("▌ ", "evidence_note"), Span(part, f"text bold {AS_WRITTEN}")))
        if not self.markdown or fenced:
            return row((f"  {part}", f"text {AS_WRITTEN}"))
        ink = "text bold" if line.startswith("#") else "quiet" if line.startswith(_QUIET) else "text"
        return row((f"  {part}", ink))

    def show(self, words: str, *, markdown: bool) -> None:
        """Show another text, from its beginning."""
        self.words, self.markdown = words, markdown
        self.scroll_rows(-len(self._rows))
        self.renew()
