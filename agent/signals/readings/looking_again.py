"""Tells calls that only look, wait or turn pages: made twice in the same words, they are no repetition."""

import re

_LOOKS = re.compile(
    r"scroll|page_?(?:up|down)|next_?page|previous_?page|go_?back|wait|sleep|poll|refresh|screenshot|snapshot|find_(?:on|next)"
    r"|get_?state|(?:get|check|read|list|show|task|job|run)_?\w*_?(?:status|progress|output)|status\Z",
    re.IGNORECASE,
)
_ACTION = re.compile(r"\b(?:action|command|function)\W{1,4}(\w+)")
_NOTHING_GIVEN = re.compile(
    r"[\[{]?\s*[\]}]?|null|none|[\[{(\"'\s]*(?:\*{3,}|[<\[]?(?:redacted|masked|hidden)\b[\w ]{0,40}[>\]]?)[\]})\"'\s]*",
    re.IGNORECASE,
)
"""Arguments that are empty or masked: whether two such calls are the same is not in the trace."""
_TYPED_NOTHING = re.compile(r"[\"'](?:chars|input)[\"']\s*:\s*[\"']{2}")
_SLEEPS = re.compile(r"[\W_]*(?:(?:cmd|command)\W+)?sleep \d", re.IGNORECASE)
_ONLY_RESULT = re.compile(r"\bhas been (?:updated|created|written|modified) successfully\b", re.IGNORECASE)
"""The log keeps what came back for a change in the place of what was changed."""
_ENDS = re.compile(r"(?:terminate|finish|complete_task|end_task|done|return)\Z", re.IGNORECASE)
"""Calls by which a framework has one step of many ended: each step ends with the same words."""
_LOOKED_AT = 400


def action_of(tool: str | None, text: str) -> str:
    """What a call does: the action its arguments name, else its tool."""
    action = _ACTION.search(text, 0, _LOOKED_AT)
    return action[1] if action else tool or ""


def only_looks(tool: str | None, text: str) -> bool:
    """Whether a call looks whether something has ended, waits, turns a page, ends a step, or shows not what it asks."""
    if _LOOKS.search(action_of(tool, text)) is not None or _LOOKS.search(tool or "", 0, _LOOKED_AT) is not None:
        return True
    if len(text) >= _LOOKED_AT:
        return False
    if _ENDS.match(tool or "") is not None:
        return True
    if _ONLY_RESULT.search(text) is not None:
        return True
    typed_nothing = tool == "write_stdin" and _TYPED_NOTHING.search(text) is not None
    return typed_nothing or _SLEEPS.match(text) is not None or _NOTHING_GIVEN.fullmatch(text.strip()) is not None
