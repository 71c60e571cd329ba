"""How numbers, places and verdicts are written in every report."""

from collections.abc import Sequence
from pathlib import PurePath

from agent.clean import clean_line
from agent.diagnosis.document_parts import EvidenceRecord, Finding, ModeVerdict, Quoted
from agent.number_words import line_range

SEVERITY_SIGNS = {"fatal": "■", "major": "▲", "minor": "△", "recovered": "▽"}
VERDICT_SIGNS = {"present": "●", "unclear": "◐", "absent": "○", "not_assessed": "·"}
DECISION_SIGNS = {"accepted": "✓", "rejected": "✗", "edited": "✓"}
VERDICTS = ("present", "unclear", "absent", "not_assessed")
PARTS = {"act": "what happened", "reference": "to compare", "counter": "what speaks against it"}
MATCHES = {
    "exact": "exact match",
    "normalised": "match up to spacing, case and marks",
    "repaired": "match after repair of a few words",
}
CHALLENGES = {
    "upheld": "the finding is upheld",
    "reclassified": "the finding is upheld as another mode",
    "refuted": "the finding is refuted",
    "unsure": "it stays unsure",
    "not_run": "not run",
}
NO_FINDING = "No finding. That is not the same as no failure"


def where(evidence: EvidenceRecord) -> str:
    """The lines a quote stands on, or that a search went over."""
    return line_range(*evidence.lines)


def verdict(mode: ModeVerdict) -> str:
    """The verdict on a mode in words."""
    return mode.verdict.replace("_", " ")


def name_of(path: str) -> str:
    """The name of a trace for readers elsewhere: a whole path of this machine says nothing to them."""
    pure = PurePath(path)
    if path == "-":
        return "standard input"
    return pure.name if pure.is_absolute() or ".." in pure.parts else str(pure)


def who(finding: Finding) -> str:
    """Who a finding is about."""
    return finding.actor or "no single agent"


def traits(finding: Finding) -> list[str]:
    """What stands below the title of a finding in every report for people, after its severity and mode."""
    return [finding.confidence, finding.role, who(finding), f"first at L{finding.onset}"]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: `a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def one_line(text: str) -> str:
    """Text as one clean line, with every run of space as one space."""
    return clean_line(" ".join(text.split()))


def clipped(text: str, most: int) -> tuple[str, int]:
    """The beginning of a text, and how many characters were left out."""
    return (text, 0) if len(text) <= most else (text[:most], len(text) - most)


def match(evidence: Quoted) -> str:
    """How the words of a quote were found, and whether a secret was taken out of them."""
    return MATCHES[evidence.match] + (", with a secret taken out" if evidence.redacted else "")


def sentence(text: str) -> str:
    """Text that ends as a sentence does, once."""
    bare = text.strip()
    return bare if bare.endswith((".", "!", "?", "…", ":")) or not bare else f"{bare}."


def label(title: str) -> str:
    """A title as a heading: on one line, without the full stop of a sentence."""
    line = one_line(title)
    return line[:-1] if line.endswith(".") and not line.endswith("..") else line
