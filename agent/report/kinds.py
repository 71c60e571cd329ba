"""The kinds of report, one line each: the suffix, the name, the module that writes it, and what it has a place for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from agent.diagnosis.document_parts import Diagnosis
from agent.report.notes import Note, as_markdown
from agent.report.trace_extract import TraceExtract


@dataclass(frozen=True, slots=True)
class Content:
    """What goes into a report; `chat` is the conversation as Markdown, `notes` are those on lines of the trace."""

    diagnosis: Diagnosis
    extract: TraceExtract | None = None
    chat: str = ""
    notes: Sequence[Note] = ()

    @property
    def said(self) -> str:
        """What people said, as Markdown: their notes on lines, and the conversation."""
        return "\n".join(filter(None, (as_markdown(self.notes), self.chat)))


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A way to write a diagnosis to a file; its module has a function `report` that makes the text."""

    suffix: str
    name: str
    module: str
    known_by: str
    """Words near the start of every report of this kind, by which an older one is told from a file of somebody else."""
    takes_chat: bool = False
    takes_notes: bool = False
    reads_trace: bool = False
    """Whether it shows what stands in the trace itself, and is poorer where that is not at hand."""
    is_whole: bool = False
    """Whether it always holds all of a diagnosis, because a program reads it again."""

    def text(self, content: Content) -> str:
        """The report; its module is loaded now."""
        report: Callable[[Content], str] = import_module(self.module).report
        return report(content)


KINDS = {
    kind.suffix: kind
    for kind in (
        ReportKind(".md", "Markdown", "agent.report.markdown", "\n\nDiagnosis of `", takes_chat=True, takes_notes=True),
        ReportKind(
            ".html",
            "HTML",
            "agent.report.html",
            "<title>Diagnosis of ",
            takes_chat=True,
            takes_notes=True,
            reads_trace=True,
        ),
        ReportKind(".json", "JSON", "agent.report.json_document", '"schema": "mast-tui/', is_whole=True),
        ReportKind(".sarif", "SARIF", "agent.report.sarif", '"name": "mast-tui"', takes_notes=True, reads_trace=True),
        ReportKind(".xml", "JUnit", "agent.report.junit", '<testsuite name="mast-tui: '),
    )
}
