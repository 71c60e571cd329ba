"""Ranks the hints of a trace: the few places most worth a look, each with the one question that it raises."""

from collections.abc import Iterable, Sequence

from agent.signals.signal import Signal

MOST = 7
QUESTIONS = {
    "answer_after_failed_calls": "What does the answer rest on?",
    "answer_source": "Does what stands there bear the answer out?",
    "cut_off": "What was still open when it ended?",
    "activity_after_done": "Was anything still to be done?",
    "edit_not_tested": "Does the last change work?",
    "guessed_input": "Where should this value have come from?",
    "lost_history": "Is what was agreed before this line still known after it?",
    "made_what_was_missing": "Should it have been there, or asked about?",
    "missing_feature": "Is the thing there under another name?",
    "never_executed": "Does the code do what was asked?",
    "no_check": "Is the answer right?",
    "number_format": "Has the number the form that was asked for?",
    "open_review": "Was the critique right, and was the work handed over without it?",
    "private_fix": "Did whoever decided next know of the change?",
    "repeated_request": "Why was the first reply not enough?",
    "repeated_review": "Why did the work come back unchanged?",
    "request_ping_pong": "Who had what was asked for?",
    "role_breach": "Do its instructions allow this?",
    "smoke_test_only": "Does it do what the task asks for?",
    "stalled_plan": "What stopped the plan before?",
    "tests_never_run": "Would they pass?",
    "unheeded_critique": "Is what was to go still there?",
    "unseen_answer": "Where does the answer come from?",
    "unasked_ambiguity": "Does the result depend on what is assumed here?",
    "unrun_last_code": "Was the result of this code needed?",
}
"""The questions, by detector; the order in `_RANK` is that of how often they led somewhere when hits were read."""
_RANK = (
    *(
        "unseen_answer",
        "cut_off",
        "request_ping_pong",
        "edit_not_tested",
        "unrun_last_code",
        "guessed_input",
        "never_executed",
        "made_what_was_missing",
        "unheeded_critique",
    ),
    *("smoke_test_only", "tests_never_run", "answer_source"),
    *("lost_history", "stalled_plan", "repeated_review", "open_review", "activity_after_done", "private_fix"),
    *("unasked_ambiguity", "missing_feature", "number_format", "repeated_request", "role_breach", "no_check"),
)


def look_here(signals: Iterable[Signal]) -> list[Signal]:
    """The hints among signals, the most useful first, one for each idea and actor, and no more than a few."""
    hints = sorted((signal for signal in signals if signal.tier == "hint" and signal.acts), key=_usefulness)
    ideas: dict[tuple[str, str | None], Signal] = {}
    for hint in hints:
        ideas.setdefault((hint.detector, hint.actor), hint)
    return list(ideas.values())[:MOST]


def question_of(signal: Signal) -> str:
    """The question that a hint raises."""
    return QUESTIONS.get(signal.detector, "Is this what was meant?")


def _usefulness(signal: Signal) -> tuple[int, int]:
    rank: Sequence[str] = _RANK
    place = rank.index(signal.detector) if signal.detector in rank else len(rank)
    return place, signal.acts[0].event
