"""Takes the secrets of a trace out of what its signals say: a title may quote one, in part or in small letters."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from agent.redaction.redact import Redacted
from agent.signals.detection import Detection
from agent.signals.signal import Signal

SHORTEST = 6
"""Characters of the beginning of a secret that give it away where a text was cut in the middle of it."""


def without_secrets(seen: Detection, text_of: Callable[[int], str], redact: Callable[[str], Redacted]) -> Detection:
    """The survey with placeholders in whatever its signals say; their marks stay, to be found in the trace."""

    def told(signal: Signal) -> Signal:
        secrets: dict[str, str] = {}
        for number in dict.fromkeys(mark.event for mark in (*signal.acts, *signal.references)):
            raw = text_of(number)
            redacted = redact(raw)
            for span in redacted.spans:
                secrets[raw[slice(*span.raw)]] = redacted.text[slice(*span.shown)]

        def without(text: str) -> str:
            return redact(_covered(text, secrets.items())).text

        return replace(signal, title=without(signal.title), why=without(signal.why), topic=without(signal.topic))

    return replace(
        seen,
        signals=tuple(told(signal) for signal in seen.signals),
        outcome=tuple(replace(fact, says=redact(fact.says).text) for fact in seen.outcome),
    )


def _covered(text: str, secrets: Iterable[tuple[str, str]]) -> str:
    """The text with placeholders for these secrets, whatever their case, and for one that the text's end cuts off."""
    for secret, placeholder in sorted(secrets, key=lambda pair: -len(pair[0])):
        if len(secret) < SHORTEST:
            continue
        text = re.sub(re.escape(secret), lambda _, shown=placeholder: shown, text, flags=re.IGNORECASE)  # type: ignore[misc]
        for size in range(len(secret) - 1, SHORTEST - 1, -1):
            cut = re.escape(secret[:size])
            text, made = re.subn(rf"{cut}(?=\s|$)", lambda _, shown=placeholder: shown, text, flags=re.IGNORECASE)  # type: ignore[misc]
            if made:
                break
    return text
