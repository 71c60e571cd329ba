"""What follows from the counts of a trial, in sentences, and no more than its test allows."""

from collections.abc import Mapping
from typing import Any

from agent.trial.exact_figures import LEVEL

ONLY_THIS_ACT = "Only this one act was asked again; what would have followed is unknown."


def conclusion(trial: Mapping[str, Any]) -> str:
    """What a kept trial shows."""
    (failed, of), (failed_with, of_with) = trial["control"], trial["with"]
    if not of or not of_with:
        return "Too few answers could be judged: nothing follows."
    other = "with the messages as a person changed them" if trial.get("edited") else "with the remedy"
    test = trial.get("test")
    chance = test["p"] if test else 1.0
    told = f"As it was {failed} of {of} fail, {other} {failed_with} of {of_with} (p = {chance:.2g})."
    if not failed:
        return (
            f"{told} The failure does not come back by itself, so nothing follows from the other arm. {ONLY_THIS_ACT}"
        )
    if chance >= LEVEL:
        shown = "So few answers do not tell that from chance."
    elif failed_with * of < failed * of_with:
        shown = "That is more than chance explains."
    else:
        shown = "It fails more often so, and that is more than chance explains."
    return f"{told} {shown} {ONLY_THIS_ACT}"


def asked(trial: Mapping[str, Any]) -> str:
    """Who was asked, and with what."""
    return f"Asked: {trial['model']}, with {context_words(trial)}."


def context_words(trial: Mapping[str, Any]) -> str:
    """What the model was given of the run."""
    return "exactly what the agent had" if trial["exact_context"] else "messages rebuilt from the trace"
