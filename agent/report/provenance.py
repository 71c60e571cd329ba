"""How a diagnosis was made: by whom, of what, at which cost, and what nobody looked at."""

import json
from collections.abc import Iterator

from agent.diagnosis.document_parts import Cell, Diagnosis
from agent.diagnosis.kept_selfcheck import told
from agent.number_words import count, duration, money, percent, size
from agent.report.wording import listed


def accounts(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    """What was used and what it cost, as names and values."""
    made_by, trace, covered, used = diagnosis.made_by, diagnosis.trace, diagnosis.coverage, diagnosis.usage
    yield "made by", f"{made_by.tool} {made_by.version}"
    yield "analyst", made_by.analyst
    if made_by.model is not None:
        yield "model", f"{made_by.model} at {made_by.host}" if made_by.host else made_by.model
    none = f"none: no model was asked; the rules are those of {made_by.tool} {made_by.version}"
    yield "prompts", f"sha256 {made_by.prompts}" if made_by.prompts is not None else none
    yield "selfcheck", told(made_by)
    if made_by.settings:
        yield "settings", json.dumps(made_by.settings, ensure_ascii=False, sort_keys=True)
    yield "taxonomy", f"{diagnosis.taxonomy.name}, {diagnosis.taxonomy.version}"
    yield "taxonomy fingerprint", f"sha256 {diagnosis.taxonomy.fingerprint}"
    yield "trace", f"{trace.format}, {size(trace.bytes)}, {count(trace.source_lines, 'source line')}"
    yield "trace hash", f"sha256 {trace.sha256}"
    yield (
        "coverage",
        f"{covered.lines_read:,} of {count(covered.lines, 'line')}, "
        f"{percent(covered.percent)} of {_cells(diagnosis)} judged",
    )
    calls = f"{count(used.calls, 'call')} of a model"
    if used.calls:
        tokens = f"{used.prompt_tokens:,} tokens sent ({used.cached_tokens:,} of them cached)"
        calls += f", {tokens}, {count(used.completion_tokens, 'token')} received, {money(used.cost_usd)}"
    yield "usage", f"{duration(used.seconds)}, {calls}" if used.seconds else calls
    yield "document", diagnosis.schema


def unseen(diagnosis: Diagnosis) -> Iterator[str]:
    """What was not looked at, and why: lines, modes, chunks."""
    covered = diagnosis.coverage
    if covered.lines_read < covered.lines:
        yield f"{count(covered.lines - covered.lines_read, 'line')} of {covered.lines:,} were not read."
    else:
        yield f"Every line was read, in {count(covered.chunks, 'chunk')}."
    for warning in diagnosis.trace.warnings:
        yield f"How the trace was read: {warning.rstrip('.')}."
    reasons: dict[str, list[str]] = {}
    for mode in diagnosis.modes:
        if mode.verdict == "not_assessed":
            reasons.setdefault(mode.reason, []).append(mode.code)
    for reason, codes in reasons.items():
        yield f"Not assessed: {listed(codes)}. {reason[:1].upper()}{reason[1:].rstrip('.')}."
    holes: dict[tuple[str, str], int] = {}
    for cell in covered.cells:
        if cell.state in ("undetermined", "error", "skipped"):
            holes[cell.state, cell.why] = holes.get((cell.state, cell.why), 0) + 1
    for (state, why), number in holes.items():
        yield f"{count(number, 'cell')} of mode and chunk {state}: {why.rstrip('.')}."


def cells_of(diagnosis: Diagnosis, code: str) -> list[Cell]:
    """The cells of one mode, chunk by chunk."""
    return sorted((cell for cell in diagnosis.coverage.cells if cell.mode == code), key=lambda cell: cell.chunk)


def _cells(diagnosis: Diagnosis) -> str:
    return f"{count(len(diagnosis.modes), 'mode')} x {count(diagnosis.coverage.chunks, 'chunk')}"
