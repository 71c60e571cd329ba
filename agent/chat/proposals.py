"""Changes to the diagnosis that an answer, or a person, puts into words; each is checked and none is carried out."""

import re

from agent.chat.material import Material
from agent.chat.turn import Proposal
from agent.diagnosis.document_parts import Lines
from agent.diagnosis.evidence import Evidence
from agent.diagnosis.quote import Quote
from taxonomy.mast import mode_code

WORD = "PROPOSAL"
_LINE = re.compile(r"^[\s>*`_-]*PROPOSAL\b[\s:*`]*(.+?)[`*\s]*$", re.IGNORECASE)
_REJECT = re.compile(r"^(?:reject|dismiss|drop)\s+(?:finding\s+)?F(\d+)\b[\s:,-]*(.*)$", re.IGNORECASE)
_MODE = re.compile(
    r"^(?:(?:other\s+)?mode\s+(?:of\s+)?|change\s+|reclassify\s+)?(?:finding\s+)?F(\d+)"
    r"\s*(?:to|is(?: really)?|as|->|=|:)?\s*"
    r"((?:FM-?)?\d\.\d)\b[\s:,-]*(.*)$",
    re.IGNORECASE,
)
_ADD = re.compile(
    r"^add\s+(?:a\s+)?(?:finding\s+)?(?:of\s+)?((?:FM-?)?\d\.\d)\s*(?:at|on|in|from)?\s*(?:lines?\s*)?L?(\d+)"
    r"(?:\s*[-–]\s*L?(\d+))?[\s:,-]*(.*)$",
    re.IGNORECASE,
)
LONGEST, NEAR = 300, 3
_QUOTED = re.compile(r"\"([^\"\n]{3,})\"|“([^”\n]{3,})”|`([^`\n]{3,})`")
_SEEMS = re.compile(
    r"^(?:reject|dismiss|drop|add)\s+(?:a\s+)?(?:finding\s+)?(?:of\s+)?(?:F|FM-?)?\d"
    r"|^F\d+\s+(?:is|to|as|->)\s+(?:FM-?)?\d",
    re.IGNORECASE,
)


def is_proposal(sentence: str) -> bool:
    """Whether a sentence of an answer is a proposal, and no words for the reader."""
    return _LINE.match(sentence.strip()) is not None


def proposed(material: Material, sentence: str) -> Proposal | None:
    """The proposal in a line of an answer; None where it names what is not there."""
    match = _LINE.match(sentence.strip())
    return from_words(material, match[1]) if match else None


def from_words(material: Material, words: str) -> Proposal | None:
    """The proposal that some words make: `reject F3: why`, `F3 is FM-1.5: why`, `add FM-2.3 at L120-124: why`."""
    words = " ".join(words.split())
    if (match := _REJECT.match(words)) and _known(material, match[1]):
        return Proposal("reject", f"F{match[1]}", None, None, _because(match[2]))
    if (match := _MODE.match(words)) and _known(material, match[1]) and (mode := _mode(material, match[2])):
        return Proposal("mode", f"F{match[1]}", mode, None, _because(match[3]))
    if (match := _ADD.match(words)) and (mode := _mode(material, match[1])):
        lines = _lines(material, int(match[2]), int(match[3] or match[2]))
        if lines is not None:
            proposal = Proposal("add", None, mode, lines, _because(match[4]))
            return proposal if act_of(material, proposal) is not None else None
    return None


def refusal(material: Material, words: str) -> str | None:
    """Why some words that ask for a change make no proposal; None where they ask for none."""
    words = " ".join(words.split())
    if not _SEEMS.match(words) or words.endswith("?") or from_words(material, words) is not None:
        return None
    ids = ", ".join(finding.id for finding in material.visible.findings) or "none yet"
    return (
        f"This change cannot be proposed: it has to name a finding (there are: {ids}), a mode of MAST, or lines "
        f"up to L{material.trace.events.lines} that hold an act; words it quotes must stand on these lines."
    )


def act_of(material: Material, proposal: Proposal) -> Evidence | None:
    """What a finding that is to be added rests on: words that its reason quotes, else those of its first line.

    They must stand there in an act: what a log prints again is no evidence.
    """
    if proposal.lines is None:
        return None
    quoted = [next(group for group in match.groups() if group) for match in _QUOTED.finditer(proposal.because)]
    words = quoted or [text for text in material.trace.lines(*proposal.lines) if any(map(str.isalnum, text))][:1]
    if not words:
        return None
    evidence = material.case.finder.find(Quote(material.restored(words[0].strip()[:LONGEST]), proposal.lines), "act")
    near = (
        evidence is not None
        and evidence.lines[0] <= proposal.lines[1] + NEAR
        and evidence.lines[1] >= proposal.lines[0] - NEAR
    )
    return evidence if near else None


def _known(material: Material, number: str) -> bool:
    return material.visible.finding(f"F{number}") is not None


def _mode(material: Material, name: str) -> str | None:
    code = mode_code(name)
    return code if code in material.case.taxonomy.codes else None


def _lines(material: Material, first: int, last: int) -> Lines | None:
    return (first, last) if 1 <= first <= last <= material.trace.events.lines else None


def _because(text: str) -> str:
    text = re.sub(r"^because\s+", "", text.strip(), flags=re.IGNORECASE)
    return text[:LONGEST].rstrip(".") or "no reason given"
