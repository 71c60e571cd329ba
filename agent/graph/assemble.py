"""The state of a finished diagnosis, and the trace, become the diagnosis document."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from agent import __version__
from agent.analyst.masking import told
from agent.analyst.offline import share
from agent.analyst.sending_plan import single_call
from agent.diagnosis import audit, usage
from agent.diagnosis import document_parts as parts
from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.claim import WORDS, Grounded, carried
from agent.diagnosis.coverage import Judged, coverage, verdicts
from agent.diagnosis.document import part
from agent.diagnosis.earned_confidence import measured_finding
from agent.diagnosis.editions import SCHEMA
from agent.diagnosis.provenance import MadeBy, TaxonomyMark, TraceMark, settings_of
from agent.diagnosis.root import roles
from agent.diagnosis.story import Story
from agent.graph.graph_state import State
from agent.graph.node_context import Context
from agent.graph.nodes import findings_of, story_of
from agent.signals.look_here import MOST, look_here, question_of
from agent.signals.signal import Mark, Signal
from agent.trace.meta import count_source_lines
from agent.trace.trace import Trace

NO_CHALLENGE = parts.Challenge("not_run", "The diagnosis did not get here.")
MOST_EVIDENCE = 8
LONGEST_TASK = 100_000
"""Characters of the task that a document keeps."""


def assemble(state: State, context: Context, seconds: float) -> parts.Diagnosis:
    """The document of one diagnosis, complete or stopped on the way."""
    case, analyst = context.case, context.analyst
    names = {mode.code: mode.name for mode in case.taxonomy.modes}
    story = story_of(state, names | {mistake.code: mistake.name for mistake in case.taxonomy.mistakes})
    findings = _findings(state, context, story)
    lines = case.trace.events.lines
    covered = coverage(
        case.taxonomy,
        _judged(state),
        [tuple(one["lines"]) for one in state.get("chunks", [])],
        lines,
        _read(case.trace),
    )
    outcome = state.get("outcome")
    root = state.get("root")
    document = parts.Diagnosis(
        schema=SCHEMA,
        made_by=_made_by(context),
        taxonomy=TaxonomyMark(case.taxonomy.name, case.taxonomy.version, case.taxonomy.fingerprint),
        trace=trace_mark(context),
        outcome=part(parts.Outcome, outcome)
        if outcome
        else parts.Outcome("undetermined", "The diagnosis did not get here.", (), ()),
        modes=verdicts(case.taxonomy, findings, covered, KINDS[analyst.kind].may_say_absent, analyst.looked),
        findings=tuple(findings),
        hints=_hints(context, findings),
        root=part(parts.Root, root) if root else None,
        coverage=covered,
        audit=_audit(state),
        usage=_usage(state, context, seconds),
        failures=story.failures(),
    )
    shown: parts.Diagnosis = _without_secrets(document, case.redact)
    return shown


def _made_by(context: Context) -> MadeBy:
    case, analyst = context.case, context.analyst
    settings = settings_of(case.trace, case.budget, analyst.settings, redacts=case.redactor is not None)
    by = analyst.kind, analyst.model, analyst.host, analyst.prompts
    return MadeBy("mast-tui", __version__, *by, settings, context.checked)


def _without_secrets(value: Any, redact: Callable[[str], str]) -> Any:
    """The same with placeholders in every text: names of actors, tools, files, runs and models hold secrets too."""
    if isinstance(value, str):
        return redact(value) if value else value
    if isinstance(value, tuple | list):
        return type(value)(_without_secrets(each, redact) for each in value)
    if isinstance(value, dict):
        return {key: _without_secrets(each, redact) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        told = {field.name: _without_secrets(getattr(value, field.name), redact) for field in fields(value)}
        if isinstance(value, parts.Quoted):
            told["redacted"] = value.redacted or told["quote"] != value.quote
        return replace(value, **told)
    return value


def trace_mark(context: Context) -> TraceMark:
    """Which trace it was."""
    trace = context.case.trace
    task, cut = _task(context)
    return TraceMark(
        path=str(trace.source.path),
        sha256=trace.source.sha256(),
        bytes=trace.source.size,
        source_lines=count_source_lines(trace),
        lines=trace.events.lines,
        events=len(trace.events),
        format=trace.format.name,
        actors=context.case.actors,
        task=task,
        warnings=tuple(dict.fromkeys((*trace.warnings, *cut))),
    )


def _task(context: Context) -> tuple[str | None, tuple[str, ...]]:
    """The task as the document keeps it, without secrets, and a warning where it is too long to be kept whole."""
    task = context.case.trace.task()
    if task is None:
        return None, ()
    if len(task.text) <= LONGEST_TASK:
        return context.case.redact(task.text), ()
    words = context.case.redact(task.text[: LONGEST_TASK + 4_096])[:LONGEST_TASK]
    return words, (f"The task is {len(task.text):,} characters long; the diagnosis keeps the first {LONGEST_TASK:,}.",)


def _findings(state: State, context: Context, story: Story) -> list[parts.Finding]:
    chosen = state.get("root")
    played = roles(story.findings, part(parts.Root, chosen) if chosen else None)
    also = story.also()
    made = (_finding(finding, state, context, played[finding.id]) for finding in story.findings)
    return [measured_finding(replace(finding, also=also.get(finding.id, ())), context.checked) for finding in made]


def _finding(grounded: Grounded, state: State, context: Context, role: parts.Role) -> parts.Finding:
    """A finding as the document has it: what the claim said, and the words at its places."""
    case = context.case
    evidence: list[parts.EvidenceRecord] = [
        case.finder.at(place).record(case.show) for place in grounded.places[:MOST_EVIDENCE]
    ]
    if grounded.absence is not None:
        evidence.append(grounded.absence)
    verdict = {key: value for key, value in state.get("challenges", {}).get(grounded.id, {}).items() if key != "mode"}
    shared = carried(grounded, parts.Finding)
    if grounded.mode not in case.taxonomy.codes:
        shared |= {"mode": None, "kind": grounded.mode}
    return parts.Finding(
        **shared | {name: case.redact(shared[name]) for name in WORDS},
        role=role,
        evidence=tuple(evidence),
        challenge=_challenge(verdict, state.get("severities", {}).get(grounded.id)),
        remedies=tuple(part(parts.RemedyAdvice, one) for one in state.get("remedies", {}).get(grounded.id, [])),
    )


def _challenge(verdict: dict[str, Any], weighed: Sequence[str] | None) -> parts.Challenge:
    """The second look at a finding, and what its severity was changed to once the outcome was known."""
    looked = part(parts.Challenge, verdict) if verdict else NO_CHALLENGE
    if weighed is None:
        return looked
    severity, why = weighed
    return replace(looked, because=f"{looked.because} Beside the outcome it is {severity}{f': {why}' if why else '.'}")


def _read(trace: Trace) -> int:
    """How many lines were read whole: not those that stand behind the beginning of an event that is too long."""
    events = (trace.events[number] for number in trace.events.huge)
    return trace.events.lines - sum(one.lines[1] - one.lines[0] + 2 - len(trace.unfold(one).lines) for one in events)


def _judged(state: State) -> Judged:
    judged: dict[tuple[str, int], tuple[parts.CellState, str]] = {}
    for key, result in state.get("results", {}).items():
        for mode, (cell, why) in result["cells"].items():
            judged[mode, int(key.rsplit("/", 1)[1])] = (cell, why)
    return judged


def _hints(context: Context, findings: Sequence[parts.Finding]) -> tuple[parts.Hint, ...]:
    """Places to look at, the most useful first; in a run with no finding they begin with what to read first."""
    survey = context.case.survey
    hints = []
    if not findings:
        hints += [_hint(context, "", look.title, look.mark, look.question, None) for look in survey.looks]
    for signal in look_here(signal for signal in survey.signals if not any(_covers(signal, one) for one in findings)):
        why = f"{signal.why} {question_of(signal)}"
        hints.append(_hint(context, signal.mode, signal.title, signal.acts[0], why, share(signal)))
    return tuple(hint for hint in hints if hint is not None)[:MOST]


def _hint(context: Context, mode: str, title: str, mark: Mark, why: str, precision: float | None) -> parts.Hint | None:
    """A hint as the document has it; None where its words cannot be found again."""
    trace = context.case.trace
    event = trace.events[mark.event]
    at = trace.text(event).find(mark.quote)
    if at < 0:
        return None
    lines, _ = trace.place(event, at, at + len(mark.quote))
    return parts.Hint(mode, title, lines, context.case.shown(event.number, at, at + len(mark.quote)), why, precision)


def _covers(signal: Signal, finding: parts.Finding) -> bool:
    """Whether a finding says what a signal hints at."""
    return finding.mode == signal.mode and any(
        first <= signal.occurrences[0][1] and signal.occurrences[0][0] <= last
        for first, last in finding.occurrences
        if signal.occurrences
    )


def _audit(state: State) -> audit.Audit:
    results = [result for _, result in sorted(state.get("results", {}).items())]
    challenges = state.get("challenges", {})
    refuted = [
        audit.Refuted(finding.mode, finding.title, (finding.onset, finding.onset), challenges[finding.id]["because"])
        for finding in findings_of(state)
        if challenges.get(finding.id, {}).get("verdict") == "refuted"
    ]
    refuted += [part(audit.Refuted, one) for result in results for one in result["rejected"]]
    orders: dict[audit.Injection, list[str]] = {}
    for result in results:
        for one in result["injections"]:
            orders.setdefault(part(audit.Injection, one), []).extend(result.get("masked", ()))
    injections = (replace(one, masked=told(said)) for one, said in orders.items())
    return audit.Audit(
        refuted=tuple(refuted),
        dropped_quotes=tuple(part(audit.DroppedQuote, one) for result in results for one in result["dropped"]),
        injections=tuple(sorted(injections, key=lambda one: one.lines)),
    )


def _usage(state: State, context: Context, seconds: float) -> usage.Usage:
    spent: list[dict[str, Any]] = [result["usage"] for result in state.get("results", {}).values()]
    spent += state.get("spent", {}).values()
    costs = [one["cost_usd"] for one in spent if one["cost_usd"] is not None]
    return usage.Usage(
        calls=sum(one["calls"] for one in spent),
        prompt_tokens=sum(one["prompt_tokens"] for one in spent),
        cached_tokens=sum(one["cached_tokens"] for one in spent),
        completion_tokens=sum(one["completion_tokens"] for one in spent),
        seconds=round(seconds, 2) if KINDS[context.analyst.kind].asks_a_model else 0.0,
        cost_usd=round(sum(costs), 6) if costs else None,
        single_call_tokens=single_call(context.case) if KINDS[context.analyst.kind].asks_a_model else None,
    )
