"""Keeps an act from being reported under two modes: of two signals about the same act, one stays."""

from collections.abc import Iterable, Sequence

from agent.signals.signal import Signal

_GIVES_WAY: dict[str, frozenset[str]] = {
    "near_duplicate": frozenset({"unchanged_resubmission", "discussion_restart"}),
    "lost_history": frozenset({"dropped_turns"}),
    "same_call": frozenset({"discussion_restart"}),
    "repeated_request": frozenset({"near_duplicate", "unchanged_resubmission"}),
    "answer_after_failed_calls": frozenset({"claim_without_run"}),
    "unseen_answer": frozenset({"answer_after_failed_run", "answer_after_failed_calls", "mock_data"}),
    "smoke_test_only": frozenset({"error_silenced"}),
    "unrun_last_code": frozenset({"last_fix_not_rerun"}),
    "unasked_ambiguity": frozenset({"settled_by_assumption", "mock_data"}),
    "guessed_input": frozenset({"mock_data"}),
    "edit_not_tested": frozenset({"last_fix_not_rerun", "change_never_run"}),
    "change_never_run": frozenset({"last_fix_not_rerun"}),
}
"""Detectors of which the second tells more than the first where both speak of one act."""


def one_act_once(signals: Sequence[Signal]) -> Iterable[Signal]:
    """The signals without those whose act is told by a detector that tells more of it."""
    told: dict[str, set[int]] = {}
    for signal in signals:
        told.setdefault(signal.detector, set()).update(mark.event for mark in signal.acts)
    for signal in signals:
        acts = {mark.event for mark in signal.acts}
        if not any(acts & told.get(other, set()) for other in _GIVES_WAY.get(signal.detector, ())):
            yield signal
