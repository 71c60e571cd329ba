"""How much of other people's secrets is taken out: a program for a file of examples and some traces.

`python -m benchmarks.secret_recall EXAMPLES.jsonl [TRACE...]`; each line of the examples has a `text`, the `secret` in
it, perhaps the `line` of the text that it stands in, counted from 0, and perhaps the `set` that it belongs to. Of the
traces it prints what was taken out and how fast, to be read one by one.
"""

import json
import re
import sys
import time
from collections import Counter
from pathlib import Path

from agent.redaction.redact import Redactor
from agent.trace.trace import Trace

_NAME = re.compile(
    r"(?i)(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|key|auth|credential|api)[\w-]*[\"'`\\]*"
    r"\s*(?::=|=>|[:=,]|\s)\s*\S{0,12}$"
)
_NO_SECRET = re.compile(r".{0,5}|[A-Za-z]?[a-z]+|[A-Z]+|\d{1,9}")
"""Values that those tests ask for and that nobody could tell from words: short ones, plain words, short numbers."""


def is_gone(text: str, secret: str, line: int | None) -> bool:
    """Whether neither the secret nor half of it is left in the redacted text, or in that line of it."""
    left = Redactor(b"salt").redact(text).text
    left = left if line is None else left.split("\n")[line]
    half = max(4, len(secret) // 2)
    return secret not in left and (len(secret) < 10 or (secret[:half] not in left and secret[half:] not in left))


def recall(examples: Path) -> None:
    """Print how many secrets are gone, set by set, and of those behind a name."""
    seen: Counter[tuple[str, str]] = Counter()
    for line in examples.read_text("utf-8").splitlines():
        row = json.loads(line)
        text, secret, at = row["text"], row["secret"], row.get("line")
        around = text if at is None else text.split("\n")[at]
        if _NO_SECRET.fullmatch(secret) or len(set(secret)) < 3:
            continue
        kinds = ["all", "behind a name"] if _NAME.search(around[: around.find(secret)]) else ["all"]
        for kind in kinds:
            seen[row.get("set", ""), kind] += 1
            seen[row.get("set", ""), f"{kind} gone"] += is_gone(text, secret, at)
    for (name, kind), number in sorted(seen.items()):
        if not kind.endswith("gone"):
            gone = seen[name, f"{kind} gone"]
            print(f"{name} {kind}: {gone:,} of {number:,}, {gone / number:.1%}")


def alarms(paths: list[Path]) -> None:
    """Print what is taken out of traces, and how fast."""
    lines, signs, spent, taken = 0, 0, 0.0, 0
    Redactor(b"salt").redact("the rules are read before the time is taken")
    for path in paths:
        trace, redactor = Trace.open(path).read(), Redactor(b"salt")
        for event in trace.events:
            text = trace.text(event)
            start = time.process_time()
            redacted = redactor.redact(text)
            spent += time.process_time() - start
            lines, signs, taken = lines + text.count("\n") + 1, signs + len(text), taken + len(redacted.spans)
            for hidden in redacted.spans:
                first, last = hidden.raw
                print(path.name, hidden.kind, repr(text[max(0, first - 40) : first]), repr(text[first:last]))
        trace.close()
    print(f"{taken:,} stretches in {lines:,} lines; {signs / 1e6 / max(spent, 1e-9):.0f} MB a second")


if __name__ == "__main__":
    recall(Path(sys.argv[1]))
    if sys.argv[2:]:
        alarms([Path(name) for name in sys.argv[2:]])
