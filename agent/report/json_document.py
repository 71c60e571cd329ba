"""A diagnosis as JSON: the document itself, to be opened again."""

from agent.diagnosis.document import to_json
from agent.report.kinds import Content


def report(content: Content) -> str:
    """The document; what people said beside it has no place in its schema."""
    return to_json(content.diagnosis)
