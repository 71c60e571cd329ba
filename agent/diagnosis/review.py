"""A reader's decisions carried through a diagnosis: verdicts and root rest only on the findings that stand."""

from collections.abc import Sequence
from dataclasses import replace

from agent.diagnosis.analyst_kinds import KINDS
from agent.diagnosis.claim import Grounded, carried
from agent.diagnosis.document_parts import Diagnosis, Finding, ModeVerdict, Quoted, Root
from agent.diagnosis.quote import Place
from agent.diagnosis.root import choose, rank, roles
from agent.diagnosis.severity import doubt

BY_READER = "put here by a reader"


def reviewed(diagnosis: Diagnosis) -> Diagnosis:
    """The diagnosis as it stands once what was rejected no longer counts; the findings themselves all stay listed."""
    modes = tuple(_mode(diagnosis, mode) for mode in diagnosis.modes)
    root = _root(diagnosis)
    if root is diagnosis.root:
        return diagnosis if modes == diagnosis.modes else replace(diagnosis, modes=modes)
    played = roles([_grounded(one) for one in diagnosis.findings if one.decision != "rejected"], root)
    findings = tuple(replace(one, role=played.get(one.id, "unrelated")) for one in diagnosis.findings)
    return replace(diagnosis, modes=modes, root=root, findings=findings)


def _mode(diagnosis: Diagnosis, mode: ModeVerdict) -> ModeVerdict:
    """The verdict on a mode from those of its findings that stand."""
    own = [finding for finding in diagnosis.findings if finding.mode == mode.code]
    standing = [finding for finding in own if finding.decision != "rejected"]
    ids = tuple(finding.id for finding in standing)
    if ids == mode.findings:
        return mode
    gone = [finding.id for finding in own if finding.decision == "rejected"]
    aside = f"; {' and '.join(gone)} {'was' if len(gone) == 1 else 'were'} rejected by a reader" if gone else ""
    if standing:
        count = "1 finding" if len(standing) == 1 else f"{len(standing)} findings"
        sure = min((finding.confidence for finding in standing), key=doubt)
        reason = f"{count} with evidence in the trace{aside}"
        return replace(mode, verdict="present", confidence=sure, findings=ids, reason=reason)
    cells = [cell for cell in diagnosis.coverage.cells if cell.mode == mode.code]
    is_judged = bool(cells) and all(cell.state == "judged" for cell in cells)
    is_absent = is_judged and bool(gone) and KINDS[diagnosis.made_by.analyst].may_say_absent
    reason = f"{'every chunk was judged' if is_absent else 'nothing else shows it'}{aside}"
    return replace(mode, verdict="absent" if is_absent else "unclear", confidence=None, findings=(), reason=reason)


def _root(diagnosis: Diagnosis) -> Root | None:
    """The root as it was chosen, unless a reader took it away, changed it, or put something graver before it."""
    standing = [finding for finding in diagnosis.findings if finding.decision != "rejected"]
    root = diagnosis.root
    chosen = next((one for one in standing if root is not None and one.id == root.finding), None)
    if root is not None and root.cause is not None:
        return root
    if chosen is not None and chosen.decision != "edited" and not _is_outranked(chosen, standing):
        return root
    if root is None and not any(_is_changed(one) for one in standing):
        return None
    return choose([_grounded(one) for one in standing], ())


def _is_outranked(chosen: Finding, standing: Sequence[Finding]) -> bool:
    """Whether a reader has put a finding before the root."""
    return any(_is_changed(one) and rank(_grounded(one)) < rank(_grounded(chosen)) for one in standing)


def _is_changed(finding: Finding) -> bool:
    """Whether a reader has edited or added a finding."""
    return finding.decision == "edited" or BY_READER in finding.challenge.because


def _grounded(finding: Finding) -> Grounded:
    """A finding in the shape that the rules about roots take."""
    quotes = [one for one in finding.evidence if isinstance(one, Quoted)]
    places = tuple(Place(one.part, one.event, 0, 0, one.match) for one in quotes)
    return Grounded(**carried(finding, Grounded), places=places)
