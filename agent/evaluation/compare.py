"""Two groups of diagnoses, before and after a change: how often each mode is present, and whether that differs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.document_parts import Diagnosis, ModeVerdict
from agent.diagnosis.verify import run_of
from agent.evaluation.proportions import difference, smallest_visible

MANY_MODES = 5
LARGEST_BLIND = 0.15


class Unclear(StrEnum):
    """What a mode counts as where a diagnosis says `unclear`."""

    LEFT_OUT = "left-out"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class ModeChange:
    """One mode in both groups: in how many of how many diagnoses it is present."""

    code: str
    name: str
    before: tuple[int, int]
    after: tuple[int, int]
    difference: float | None
    interval: tuple[float, float] | None

    @property
    def includes_zero(self) -> bool:
        """Whether the groups may as well not differ."""
        return self.interval is None or self.interval[0] <= 0 <= self.interval[1]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All modes of both groups, and what to keep in mind."""

    sizes: tuple[int, int]
    modes: tuple[ModeChange, ...]
    warnings: tuple[str, ...]


def compare(before: Sequence[Diagnosis], after: Sequence[Diagnosis], unclear: Unclear = Unclear.LEFT_OUT) -> Comparison:
    """Compare two groups; a finding that a reader rejected does not count as present."""
    modes = tuple(_change(mode, before, after, unclear) for mode in (*before, *after)[0].modes if not mode.own)
    warnings = (*caution(before, after, modes, unclear), *_traces(before, after))
    return Comparison((len(before), len(after)), modes, warnings)


def caution(
    before: Sequence[Diagnosis], after: Sequence[Diagnosis], modes: Sequence[ModeChange], unclear: Unclear
) -> tuple[str, ...]:
    """What to keep in mind of any two groups."""
    return tuple(_warnings(before, after, modes, unclear))


def _change(mode: ModeVerdict, before: Sequence[Diagnosis], after: Sequence[Diagnosis], unclear: Unclear) -> ModeChange:
    was, is_now = _share(mode.code, before, unclear), _share(mode.code, after, unclear)
    if not was[1] or not is_now[1]:
        return ModeChange(mode.code, mode.name, was, is_now, None, None)
    change, interval = difference(was, is_now)
    return ModeChange(mode.code, mode.name, was, is_now, change, interval)


def _share(code: str, group: Sequence[Diagnosis], unclear: Unclear) -> tuple[int, int]:
    """In how many diagnoses the mode is present, of how many that could say."""
    said = [is_present(diagnosis, code, unclear) for diagnosis in group]
    return sum(one is True for one in said), sum(one is not None for one in said)


def is_present(diagnosis: Diagnosis, code: str, unclear: Unclear) -> bool | None:
    """Whether a mode is present; None where the diagnosis cannot say."""
    mode = next((mode for mode in diagnosis.modes if mode.code == code), None)
    if mode is None or mode.verdict == "not_assessed":
        return None
    if mode.verdict == "unclear":
        return False if unclear is Unclear.ABSENT else None
    if mode.verdict == "absent":
        return False
    findings = [finding for finding in diagnosis.findings if finding.mode == code]
    return not findings or any(finding.decision != "rejected" for finding in findings)


def _warnings(
    before: Sequence[Diagnosis], after: Sequence[Diagnosis], modes: Sequence[ModeChange], unclear: Unclear
) -> Iterator[str]:
    yield _counting(unclear)
    yield from _blindness((*before, *after), unclear)
    yield from _sizes(modes, len(before), len(after))
    shown = sum(mode.interval is not None for mode in modes)
    if shown >= MANY_MODES:
        yield f"{shown} intervals of 95 % are shown: about one in twenty leaves out zero by chance alone."
    yield from _makers((*before, *after))


def _counting(unclear: Unclear) -> str:
    kept = (
        "`unclear` counts as not present" if unclear is Unclear.ABSENT else "`unclear` is left out, as if not diagnosed"
    )
    return f"How it is counted: {kept}; `not assessed` is always left out; a finding that was rejected is not present."


def _blindness(group: Sequence[Diagnosis], unclear: Unclear) -> Iterator[str]:
    offline = sum(not KINDS[diagnosis.made_by.analyst].may_say_absent for diagnosis in group)
    if offline and unclear is Unclear.LEFT_OUT:
        yield (
            "The offline analyst never says `absent`, so with `unclear` left out its shares are all or nothing: "
            "--unclear absent counts how often a fact was found."
        )
    elif offline:
        yield (
            "The offline analyst finds some of what is there: "
            "a share is how often a fact was found, not how often the mode occurred."
        )


def _sizes(modes: Sequence[ModeChange], before: int, after: int) -> Iterator[str]:
    """What groups of these sizes cannot show."""
    if min(before, after) == 0:
        return
    visible = smallest_visible(before, after)
    if visible is None:
        yield f"The groups are too small: with {before} and {after} runs no difference at all can be told from zero."
    elif visible > LARGEST_BLIND:
        yield (
            f"The groups are too small: with {before} and {after} runs only a difference of "
            f"{round(visible * 100)} points or more can be told from zero."
        )
    thin = [mode.code for mode in modes if mode.interval and (mode.before[1] < before or mode.after[1] < after)]
    if thin:
        yield f"Not every run could say: fewer are counted for {', '.join(thin)}."


def _traces(before: Sequence[Diagnosis], after: Sequence[Diagnosis]) -> Iterator[str]:
    one, other = [(d.trace.sha256, run_of(d)) for d in before], [(d.trace.sha256, run_of(d)) for d in after]
    both = set(one) & set(other)
    if both:
        verb = "trace is" if len(both) == 1 else "traces are"
        yield f"{len(both)} {verb} in both groups, so the groups are not independent and the intervals not right."
    for name, group in (("before", one), ("after", other)):
        twice = len(group) - len(set(group))
        if twice:
            yield f"Some traces are more than once in the group {name} ({twice} too many); each counts."


def _makers(group: Sequence[Diagnosis]) -> Iterator[str]:
    """What differs in how the diagnoses were made, so that a difference may be of our own making."""
    kinds: dict[str, set[str]] = {
        "analysts": {str(diagnosis.made_by.analyst) for diagnosis in group},
        "models": {diagnosis.made_by.model or "none" for diagnosis in group},
        "prompts": {(diagnosis.made_by.prompts or "none")[:12] for diagnosis in group},
        "versions of the tool": {f"{diagnosis.made_by.tool} {diagnosis.made_by.version}" for diagnosis in group},
        "taxonomies": {f"{d.taxonomy.name} {d.taxonomy.version} ({d.taxonomy.fingerprint[:12]})" for d in group},
        "settings": {repr(sorted(diagnosis.made_by.settings.items())) for diagnosis in group},
    }
    for name, values in kinds.items():
        if len(values) > 1:
            yield f"Different {name}: {', '.join(sorted(values))}. A difference may come from that."
    holes = sum(any(cell.state in ("undetermined", "error", "skipped") for cell in d.coverage.cells) for d in group)
    if holes:
        yield f"{holes} of {len(group)} diagnoses are incomplete: some chunks were not judged."
