"""A conversation on paper: everything that was said, nothing that can be followed."""

from markdown_it import MarkdownIt

from agent.chat.answer_progress import Answered
from agent.chat.ask import ask
from agent.chat.conversation_markdown import as_markdown
from tests.agent.chat.materials import HYPERAGENT, material_of


async def test_questions_answers_and_lines_are_on_paper() -> None:
    material = await material_of(HYPERAGENT)
    turns = []
    for question in ("why did it fail?", 'who wrote "week_view"? ![x](http://evil.example) <img src=x> [y](z)\n# no'):
        async for progress in ask(material, question):
            if isinstance(progress, Answered):
                turns.append(progress.turn)
    text = as_markdown(turns)
    for turn in turns:
        assert turn.answer in text and turn.verdict in text
        for citation in turn.citations:
            assert f"- L{citation.lines[0]}" in text
    html = MarkdownIt("commonmark", {"html": True}).render(text)
    assert "<a " not in html and "<img" not in html and html.count("<h3>") == 2 and "<h1>" not in html


def test_nothing_asked_is_nothing_written() -> None:
    assert as_markdown([]) == ""
