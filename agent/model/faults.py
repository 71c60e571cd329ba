"""What can go wrong when a model is asked: each fault by its name, with what follows from it."""

import re
from enum import StrEnum

from agent.clean import clean_name
from agent.errors import MastError, NoModel, Unfinished
from agent.model.model import Spent


class Status(StrEnum):
    """The name of a fault."""

    UNAUTHORIZED = "unauthorized"  # the key is not accepted
    FORBIDDEN = "forbidden"  # the key may not use this
    NO_QUOTA = "no_quota"  # the account has nothing left
    UNKNOWN_MODEL = "unknown_model"  # the server does not have this model
    NO_ENDPOINT = "no_endpoint"  # something answers there, and it is no model
    UNREACHABLE = "unreachable"  # nothing answers there
    REJECTED = "rejected"  # the request is refused for another reason
    RATE_LIMITED = "rate_limited"  # too many requests for now
    OVERLOADED = "overloaded"  # the server failed
    BROKEN = "broken"  # the connection broke on the way
    ODD = "odd"  # a reply without an answer in it
    TOO_SLOW = "too_slow"  # no whole reply within the time of a call
    TOO_LARGE = "too_large"  # the prompt does not fit the model
    NO_SCHEMA = "no_schema"  # the server cannot hold a reply to a schema
    NO_WORD = "no_word"  # the server does not take one of the request's options
    NO_ROOM = "no_room"  # the server allows shorter replies only
    CUT = "cut"  # the reply ended without a reason
    TOO_LONG = "too_long"  # the reply ran into its limit
    DECLINED = "declined"  # the model or a filter refused
    EMPTY = "empty"  # the reply has no words
    NOT_JSON = "not_json"  # the reply holds no JSON
    WRONG_SHAPE = "wrong_shape"  # the reply is JSON of another form
    SPENT = "spent"  # a budget is used up


STOPPING = frozenset({Status.UNAUTHORIZED, Status.FORBIDDEN, Status.NO_QUOTA, Status.UNKNOWN_MODEL})
"""Nothing later can succeed: the whole run stops at once."""
STOPPING_AT_FIRST = frozenset({Status.NO_ENDPOINT, Status.UNREACHABLE, Status.REJECTED, Status.NO_ROOM})
"""The whole run stops, if nothing was ever answered there."""
UNANSWERED = frozenset(
    {
        Status.CUT,
        Status.TOO_LONG,
        Status.DECLINED,
        Status.EMPTY,
        Status.NOT_JSON,
        Status.WRONG_SHAPE,
    }
)
"""A reply came, and it is no answer: worth asking again once."""
READ = UNANSWERED | {Status.TOO_SLOW, Status.BROKEN, Status.ODD}
"""The prompt was read, and may have been paid for, although nothing says how large it was."""
UNDETERMINED = UNANSWERED | {Status.SPENT}
"""What leaves a cell undetermined; any other fault leaves it with an error."""

SHORTEST_PART = 8
"""Characters of a key that a server may repeat without giving it away."""
_KEY = re.compile(r"\b(?:sk|pk|rk|key|gsk|xai|hf|AIza)[-_*][\w*.-]{4,}")
_ADVICE = {
    Status.UNAUTHORIZED: "Set OPENAI_API_KEY to a key that is valid there.",
    Status.FORBIDDEN: "Use a key that may use this model, or another model.",
    Status.NO_QUOTA: "Add credit with the provider, or name another model; a new start goes on where this one stopped.",
    Status.UNKNOWN_MODEL: "Name a model that the server has, with --model.",
    Status.NO_ENDPOINT: "Check --base-url: it usually ends in /v1.",
    Status.UNREACHABLE: "Check --base-url and the connection, or work with --offline.",
    Status.REJECTED: "Name another model or another base URL.",
    Status.NO_ROOM: "Set a smaller answer_tokens in settings.toml, or name another model.",
    Status.SPENT: "Raise the budget; a new start goes on where this one stopped.",
}


class Fault(Exception):
    """One fault: its name, a sentence about it, and what the reply held of use."""

    def __init__(self, status: Status, says: str, *, wait: float | None = None, reply: str = "") -> None:
        super().__init__(f"{status}: {says}")
        self.status = status
        self.says = says
        self.wait = wait
        """How many seconds the server asks to be left alone."""
        self.reply = reply
        """The words of a reply that was no answer."""
        self.spent = Spent(1)
        """What the call took all the same."""
        self.stops = status in STOPPING

    def error(self, host: str) -> MastError:
        """The fault as what a person is told when everything stops because of it."""
        kind = Unfinished if self.status in (Status.NO_QUOTA, Status.SPENT) else NoModel
        return kind(
            "The model cannot be asked.",
            f"{host}: {self.says.rstrip('.')}.",
            _ADVICE.get(self.status, "Try again later; a new start goes on where this one stopped."),
        )


def told(text: str, key: str | None = None, most: int = 200) -> str:
    """Foreign words about a fault as they may be shown: on one line, short, and without anything like a key."""
    if key:
        text = _without(text, key)
    return clean_name(_KEY.sub("(key)", " ".join(text.split())))[:most]


def _without(text: str, key: str) -> str:
    """The text without the key, and without any stretch of it that is long enough to help somebody."""
    at = 0
    while at <= len(text) - SHORTEST_PART:
        size = SHORTEST_PART
        if text[at : at + size] not in key:
            at += 1
            continue
        while at + size < len(text) and text[at : at + size + 1] in key:
            size += 1
        text = f"{text[:at]}(key){text[at + size :]}"
        at += len("(key)")
    return text
