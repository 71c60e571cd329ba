"""An agent makes a call that the instructions of its role say it never makes."""

import re
from collections.abc import Iterable

from agent.number_words import times
from agent.signals.detector import Detector, WholeTrace
from agent.signals.readings.normalised_text import has_any
from agent.signals.readings.quoted_line import line_at, mark
from agent.signals.readings.who_acts import by_agent
from agent.signals.signal import Mark, Signal
from agent.trace.event import Event, Kind

_FORBIDS = re.compile(
    r"(?:^|[.;:\n-])[^.;\n]{0,160}?\b(?:never|must not|may not|shall not|do(?:es)? not|don't|doesn't|is not allowed to|"
    r"are not allowed to|is forbidden to|cannot)\b(?P<what>[^.;\n]{3,200})",
    re.IGNORECASE | re.MULTILINE,
)
_RESERVED = re.compile(
    r"\bonly (?:the )?(?P<who>[\w-]+)(?: agent)? (?:may|can|is allowed to|is permitted to|shall|should|must)\b"
    r"[^.;\n]{0,40}?\b(?P<tool>[A-Za-z][\w.]*_\w+)\b|\b(?P<tool2>[A-Za-z][\w.]*_\w+) (?:may|can|must|should) "
    r"(?:only )?be (?:called|used|run|invoked) (?:only )?by (?:the )?(?P<who2>[\w-]+)",
    re.IGNORECASE,
)
"""A tool that one agent alone may call."""
_EXCEPT = re.compile(r"\b(?:unless|without|except|until|before|if|when|more than|twice|again|only)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]{3,}")
_MILD = frozenset("get list read show find search look the and for with from tool call run use make data info".split())
_ACTING = frozenset(
    "issu send delet creat updat book post writ remov approv pay grant mak plac sign publish deploy merg clos cancel"
    " submit chang edit push giv set".split()
)
"""Verbs that act, by their stems: a rule that forbids one of them is about a tool that is named after another."""
_PROMPTS = frozenset({Kind.SYSTEM, Kind.TASK})
_RULES = ("not ", "never", "n't", "only ")
_READ = 20_000


class ForbiddenCall(Detector):
    """Pairs a sentence that names an agent and what it never does with a call of that agent to such a tool."""

    name = "forbidden_call"
    mode = "FM-1.2"
    tier = "fact"
    known_false = (
        "a rule for another agent",
        "a rule with a condition: unless, without, before",
        "a tool that only reads what the rule protects",
        "a refused call",
    )
    english_only = True

    def __init__(self) -> None:
        self._prompts: list[int] = []
        self._calls: dict[tuple[str, str], list[int]] = {}

    def see(self, event: Event, text: str) -> None:
        """Remember prompts that forbid something, and who called which tool."""
        if event.repeats is not None:
            return
        if event.kind in _PROMPTS and len(self._prompts) < 32 and has_any(text, _RULES):
            self._prompts.append(event.number)
        elif event.kind is Kind.CALL and event.tool and event.actor and by_agent(event):
            numbers = self._calls.setdefault((event.actor, event.tool), [])
            if len(numbers) < 50:
                numbers.append(event.number)

    def signals(self, trace: WholeTrace) -> Iterable[Signal]:
        """One signal for each tool that an agent called against a rule that names both."""
        tools = {tool for _, tool in self._calls if _acts(tool)}
        if not self._calls:
            return
        for number in self._prompts:
            prompt, text = trace.event(number), trace.text(number)
            if (reserved := self._reserved(text)) is not None:
                yield self._hit(trace, prompt, text, *reserved)
                return
            for rule in _FORBIDS.finditer(text, 0, _READ):
                if _EXCEPT.search(rule["what"]):
                    continue
                for (actor, tool), calls in self._calls.items():
                    if tool in tools and _names(rule, prompt, text, actor) and _speaks_of(rule, tool):
                        yield self._hit(trace, prompt, text, rule, calls)
                        return

    def _reserved(self, text: str) -> tuple[re.Match[str], list[int]] | None:
        """A rule that keeps a tool for one agent, and the calls of another agent; that one must be known by name."""
        for rule in _RESERVED.finditer(text, 0, _READ):
            who, tool = (rule["who"] or rule["who2"]).lower(), (rule["tool"] or rule["tool2"]).lower()
            for (actor, called), calls in self._calls.items():
                known = who in {name.lower() for name, _ in self._calls} or text.lower().count(who) > 1
                if called.lower() == tool and actor.lower() != who and known:
                    return rule, calls
        return None

    def _hit(self, trace: WholeTrace, prompt: Event, text: str, rule: re.Match[str], calls: list[int]) -> Signal:
        event = trace.event(calls[0])
        sentence = rule[0].lstrip(".;:- \n")
        start = rule.end() - len(sentence)
        quote = text[start : start + 300].split("\n", 1)[0].strip()[:300]
        return self.hit(
            title=f"{event.actor} calls {event.tool} {times(len(calls))} although its role forbids it",
            why=f"L{event.lines[0]} makes the call; the instructions at L{line_at(prompt, text, start)} say "
            "that this agent does not do that.",
            actor=event.actor,
            acts=[mark(trace.event(n), trace.text(n), note="the call") for n in calls[:3] if trace.text(n).strip()],
            references=[Mark(prompt.number, quote, "the rule")],
            topic=f"call of {event.tool}",
            occurrences=[trace.event(n).lines for n in calls],
            severity="major",
        )


def _names(rule: re.Match[str], prompt: Event, text: str, actor: str) -> bool:
    """Whether a rule names the agent, or speaks to it in a prompt that is its own."""
    before = rule[0][: len(rule[0]) - len(rule["what"])].lower()
    name = re.escape(actor.lower())
    if re.search(rf"\b{name}\b", before) is not None:
        return True
    own = actor in (prompt.actor, *prompt.to) or re.search(rf"\byou are (?:the |an? )?{name}\b", text[:_READ].lower())
    return bool(own) and (" you " in f" {before} " or len(before.strip(" .;:-\n").split()) <= 2)


def _stems(tool: str) -> list[str]:
    """The words that the name of a tool is made of, without their endings and without those that only look."""
    spelled = re.sub(r"([a-z])([A-Z])", r"\1_\2", tool).lower()
    return [_stem(word) for word in _WORD.findall(spelled) if word not in _MILD]


def _acts(tool: str) -> bool:
    """Whether the name of a tool says that it does something, and to what."""
    stems = set(_stems(tool))
    return bool(stems & _ACTING and stems - _ACTING)


def _speaks_of(rule: re.Match[str], tool: str) -> bool:
    """Whether what a rule forbids is all that the name of a tool says."""
    said = {_stem(word) for word in _WORD.findall(rule["what"].lower())}
    return set(_stems(tool)) - _ACTING <= said and bool(said & _ACTING)


def _stem(word: str) -> str:
    """A word without its ending, as far as that goes in a line."""
    return re.sub(r"(?:ing|ed|es|s|e)\Z", "", word)
