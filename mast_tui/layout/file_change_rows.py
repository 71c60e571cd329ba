"""What changed in a file between two of its versions, as rows: lines that only one of them has, with their numbers."""

from agent.clean import clean_line, clean_name
from agent.lookup.actor_name import actor_name
from agent.lookup.tools.read import changed_rows
from agent.lookup.written_files import FileVersion
from mast_tui.layout.row import Row, Span, row
from mast_tui.layout.width import wrapped

_INKS = {"-": "fatal", "+": "recovered"}


def file_change_rows(change: tuple[FileVersion, FileVersion], number: int, versions: int, width: int) -> list[Row]:
    """The rows for a width; `number` is that of the later version."""
    before, after = change
    rows = [
        row((f"  {clean_name(after.name)}", "text bold"), (f"  version {number} of {versions}", "quiet")),
        *(
            row((f"  {sign} ", ink), (_who(version), "quiet"))
            for (sign, ink), version in zip(_INKS.items(), change, strict=True)
        ),
        Row(),
    ]
    first, second = (version.first or version.event.lines[0] for version in change)
    for text, _ in changed_rows(before.text.split("\n"), after.text.split("\n"), first, second):
        lead, _, said = text.partition("| ")
        shown = clean_line(said).replace("\t", "    ")
        head = f"  {lead[:1]}{lead[2:]:>7}  "
        for at, (start, end) in enumerate(wrapped(shown, max(10, width - len(head) - 1)) or [(0, 0)]):
            rows.append(
                Row((Span(head if at == 0 else " " * len(head), _INKS[lead[:1]]), Span(shown[start:end], "text")))
            )
    return rows


def _who(version: FileVersion) -> str:
    return f"{version.where.replace('@', 'event ').replace(' L', ', L')} by {clean_name(actor_name(version.event))}"
