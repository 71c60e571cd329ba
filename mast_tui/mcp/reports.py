"""Reports as resources: for each saved diagnosis of the folders, and for any trace, its report as Markdown."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from agent.clean import clean_name
from agent.errors import MastError
from agent.report.kinds import KINDS, Content
from mast_tui.mcp.arguments import BadRequest
from mast_tui.mcp.tool_answer import Answer, bounded
from mast_tui.mcp.tool_context import ToolContext
from mast_tui.state.saved_diagnosis import is_diagnosis

PREFIX = "mast-tui://report/"
TEMPLATE = PREFIX + "{+path}"
PAGE, ROOM = 50, 16_000
"""Reports that are listed at once, tokens of one."""


class Report(NamedTuple):
    """A report that may be read: its address and what it is called."""

    uri: str
    name: str


def listed(context: ToolContext, skip: int) -> tuple[list[Report], int | None]:
    """The reports of saved diagnoses from some number on, and where the next page begins."""
    page = list(islice(_saved(context), skip, skip + PAGE + 1))
    reports = [Report(PREFIX + quote(name), f"Report of {clean_name(name)}") for name in page[:PAGE]]
    return reports, skip + PAGE if len(page) > PAGE else None


def _saved(context: ToolContext) -> Iterator[str]:
    folders = context.traces.folders
    return (folders.name(Path(each.path).resolve()) for each in folders.runs() if is_diagnosis(each.path))


def read(context: ToolContext, uri: str) -> str:
    """The report of a saved diagnosis or of a trace, with secrets taken out as in every answer."""
    if not uri.startswith(PREFIX):
        raise BadRequest(f"Reports are at {TEMPLATE}.")
    traces, words = context.traces, unquote(uri.removeprefix(PREFIX))
    try:
        saved = traces.document(traces.folders.inside(words))
        if saved is not None:
            redactor = traces.redactor()
            text = KINDS[".md"].text(Content(saved.diagnosis, None, "", []))
            text = redactor.redact(text).text if redactor is not None else text
        else:
            opened = traces.open(words)
            text = opened.material.case.redact(KINDS[".md"].text(Content(context.diagnosis(opened), None, "", [])))
    except MastError as fault:
        raise BadRequest(f"{fault.what} {fault.to}") from None
    return Answer(f"The report of {clean_name(words)}.", bounded(text, ROOM), traces.mark).text
