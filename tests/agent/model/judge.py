"""A model that answers every question of ours in its shape: it finds what it is told to find, and nothing else."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from agent.model.closing_replies import ChallengeReply, OutcomeReply, RemediesReply, RootReply

Body = dict[str, Any]
MODES = {
    "FC1": [f"FM-1.{n}" for n in range(1, 6)],
    "FC2": [f"FM-2.{n}" for n in range(1, 7)],
    "FC3": [f"FM-3.{n}" for n in range(1, 4)],
}
Found = Mapping[str, Body]
BLANK: dict[str, Body] = {
    "challenge": {**ChallengeReply.blank},
    "outcome": {**OutcomeReply.blank},
    "root": {**RootReply.blank},
    "remedies": {**RemediesReply.blank},
}
"""What a reply to a closing question holds where a test does not say otherwise."""


def question_of(body: Body) -> str:
    """Which of our questions a request asks."""
    name: str = (body.get("response_format") or {}).get("json_schema", {}).get("name", "")
    if name:
        return name
    text = body["messages"][1]["content"]
    marks = {
        "Judge these lines for FC1": "judge_FC1",
        "Judge these lines for FC2": "judge_FC2",
        "Judge these lines for FC3": "judge_FC3",
        "Somebody claims that this run shows": "challenge",
        "- same: ids that are one failure": "root",
        "What a right run had to do:": "outcome",
        "Remedies of a catalogue": "remedies",
    }
    return next((question for mark, question in marks.items() if mark in text), "outline")


def finding(act: str, reference: str, **more: Any) -> Body:
    """One finding with both sides of its evidence, `line text` each."""

    def quote(text: str) -> Body:
        line, _, words = text.partition(" ")
        return {"line": int(line), "quote": words}

    return {
        "what": "It goes wrong here.",
        "why": "The act goes against the reference.",
        "actor": "coder",
        "about": "app.py",
        "acts": [quote(act)],
        "references": [quote(reference)],
        "absence": None,
        "rival": "",
        "why_not_rival": "",
        "severity": "major",
        "confidence": 0.9,
        **more,
    }


def judgement(category: str, findings: Found, votes: str = "confirm", text: str = "") -> Body:
    """A whole judgement: the modes that were found are present, the rest absent."""
    asked = re.search(r"confirm or reject each of ([^,]*(?:, S\d+)*), by its id", text)
    ids = re.findall(r"S\d+", asked[1]) if asked else []
    return {
        "signals": [{"id": name, "vote": votes, "why": "seen"} for name in ids],
        "modes": [
            {
                "mode": code,
                "against": "nothing",
                "state": "present" if code in findings else "absent",
                "findings": [findings[code]] if code in findings else [],
            }
            for code in MODES[category]
        ],
    }


OUTLINE = {
    "goal": "Build it.",
    "criteria": [{"text": "The file prints 5.", "line": 1, "words": "app.py that prints 5"}],
    "constraints": [{"text": "Use one file.", "line": 1, "words": "write one file"}],
    "roles": [{"actor": "coder", "duties": "writes code", "forbidden": "", "line": 2, "words": "coder: I write"}],
    "unknown": [],
    "suspicious": [],
}


def replies(findings: Found | None = None, challenge: str | Body = "upheld", **more: Body) -> Callable[[Body], str]:
    """What this model says to any request."""
    findings = findings or {}

    def reply(body: Body) -> str:
        question, text = question_of(body), body["messages"][1]["content"]
        if question in more:
            return json.dumps({**BLANK.get(question, {}), **more[question]})
        if question.startswith("judge_"):
            shown = {
                code: one
                for code, one in findings.items()
                if all(quote["quote"] in text for quote in [*one["acts"], *one["references"]])
            }
            return json.dumps(judgement(question[6:], shown, text=text))
        answers: dict[str, Body] = {
            "outline": OUTLINE,
            "challenge": {"against": "nothing", "verdict": challenge, "mode": "", "counter": None}
            if isinstance(challenge, str)
            else challenge,
            "root": {
                "candidates": [
                    {"id": "F1", "hidden_cause": "haste", "smallest_change": "read the task", "recovers": "yes"}
                ],
                "root": "F1",
                "runner_up": "",
                "why": "it comes first",
            },
            "outcome": {"criteria": [], "verdict": "undetermined", "basis": "nothing shows it"},
            "remedies": {"remedies": []},
        }
        return json.dumps({**BLANK.get(question, {}), **answers[question]})

    return reply
