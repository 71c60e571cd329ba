"""What is copied from a finding: a quote as the trace has it, or the finding with all it rests on."""

from agent.diagnosis.document_parts import Finding
from agent.number_words import line_range
from mast_tui.diagnosis.evidence_marks import evidence_of


def quote_of(finding: Finding, at: int) -> tuple[str, str] | None:
    """The words of a piece of evidence, and where they stand; None where it quotes nothing."""
    pieces = evidence_of(finding)
    piece = pieces[at] if at < len(pieces) else None
    if piece is None or piece.part == "absence":
        return None
    return piece.quote, line_range(*piece.lines)


def words_of(finding: Finding) -> str:
    """A finding in a few lines: what it says, how grave and how sure it is, and its evidence."""
    said = [f"{finding.id} {finding.title}", f"{finding.severity}, {finding.called} {finding.confidence}", ""]
    said += [finding.explanation, ""]
    for piece in evidence_of(finding):
        quote = f'searched "{piece.searched}", 0 hits' if piece.part == "absence" else piece.quote
        said.append(f"{line_range(*piece.lines)} {piece.part}: {quote}")
    return "\n".join(said) + "\n"
