"""The tools about many runs: which there are, and how often each mode was found before and after a change."""

from itertools import islice
from pathlib import Path

from agent.clean import clean_name
from agent.diagnosis.document_parts import Diagnosis
from agent.errors import MastError
from agent.evaluation.compare import ModeChange, compare
from agent.lookup.tools.tool import Result
from agent.number_words import count, duration
from agent.run_table.candidates import candidates
from agent.run_table.row_reader import rows_of
from agent.run_table.run_row import RunRow
from mast_tui.mcp.arguments import Arguments, BadRequest
from mast_tui.mcp.tool_answer import Answer, of_result
from mast_tui.mcp.tool_context import ToolContext
from mast_tui.mcp.tools.tool import NUMBER, TEXT, AgentTool, Schema
from mast_tui.state.store import NAME, open_store

PAGE = 20
"""Files that are looked into for one answer."""
PATHS: Schema = {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 200}


def _runs(context: ToolContext, arguments: Arguments) -> Answer:
    traces, skip = context.traces, arguments.number("skip")
    words = arguments.text("path")
    files = traces.folders.runs()
    if words:
        named = traces.folders.inside(words)
        files = filter(traces.folders.may_read, candidates([str(named)]))
    page = list(islice(files, skip, skip + PAGE + 1))
    result = Result("runs")
    folder = traces.state_folder
    memory = open_store(folder) if folder is not None and (folder / NAME).exists() else None
    try:
        for at, candidate in enumerate(page[:PAGE], skip):
            for row in rows_of(candidate, memory.diagnosis if memory is not None else lambda _: None):
                result.add(_row(context, row), resume=f"skip={at}")
    finally:
        if memory is not None:
            memory.close()
    if len(page) > PAGE:
        result.add(f"... there are more; go on with skip={skip + PAGE}", resume=f"skip={skip + PAGE}")
    where = ", ".join(traces.folders.names())
    if not result.rows:
        return Answer(f"{where}: there is no run{' from there on' if skip else ''}.")
    said = f"{where}: a row for each run; `trace` of other tools takes the path at its beginning, `run` the number."
    return of_result(said, result, traces.mark)


def _row(context: ToolContext, row: RunRow) -> str:
    """A run in a row: where it lies, what it is about, how large it is, what is known of it."""
    redactor = context.traces.redactor()
    task = redactor.redact(row.task).text if redactor is not None and row.task else row.task
    parts = [str(clean_name(context.traces.folders.name(Path(row.path))))]
    parts += [f"run {row.number} of {row.of}"] if row.of > 1 else []
    parts += [f'task "{clean_name(task)}"'] if task else []
    parts += [row.start] if row.start else []
    parts += [duration(row.seconds)] if row.seconds is not None else []
    for number, noun in ((row.agents, "agent"), (row.events, "event"), (row.lines, "line"), (row.tokens, "token")):
        parts += [count(number, noun)] if number is not None else []
    if row.outcome:
        parts += [f"{row.outcome}, {count(row.failures or 0, 'finding')}, diagnosed {row.diagnosis or ''}".strip()]
    parts += [str(clean_name(row.trouble))] if row.trouble else []
    return " | ".join(parts)


def _compare(context: ToolContext, arguments: Arguments) -> Answer:
    before, after = (_group(context, arguments.texts(name)) for name in ("before", "after"))
    comparison = compare(before, after)
    rows = [f"{count(len(before), 'diagnosis', 'diagnoses')} before, {len(after)} after; present in so many of so many"]
    rows += [_change(mode) for mode in comparison.modes if mode.before[1] or mode.after[1]]
    unsaid = [mode.code for mode in comparison.modes if not (mode.before[1] or mode.after[1])]
    rows += [f"No diagnosis could say: {', '.join(unsaid)}."] if unsaid else []
    return Answer("\n".join([*rows, *(f"Careful: {warning}" for warning in comparison.warnings)]))


def _group(context: ToolContext, paths: list[str]) -> list[Diagnosis]:
    """The diagnoses of a group: documents as they are, traces with what is known or found offline."""
    group = []
    for words in paths:
        try:
            saved = context.traces.document(context.traces.folders.inside(words))
        except MastError as fault:
            raise BadRequest(f"{fault.what} {fault.to}") from None
        group.append(saved.diagnosis if saved is not None else context.diagnosis(context.traces.open(words)))
    return group


def _change(mode: ModeChange) -> str:
    shares = f"{mode.before[0]}/{mode.before[1]} before, {mode.after[0]}/{mode.after[1]} after"
    if mode.interval is None or mode.difference is None:
        return f"{mode.code} {mode.name}: {shares}"
    low, high = mode.interval
    doubt = ", which includes zero" if mode.includes_zero else ""
    return f"{mode.code} {mode.name}: {shares}; change {mode.difference:+.2f} (95 %: {low:+.2f} to {high:+.2f}{doubt})"


RUNS = AgentTool(
    "runs",
    "Runs in the folders",
    "The runs that can be asked about, 20 files at a time: path, task, size, and what is known of how each ended.",
    {"path": {"type": "string", "description": "only below this file or folder"}, "skip": NUMBER},
    (),
    _runs,
)
COMPARE = AgentTool(
    "compare",
    "Compare before and after",
    "How often each mode is found in two groups of runs, before and after a change, with intervals.",
    {"before": PATHS, "after": PATHS},
    ("before", "after"),
    _compare,
)
