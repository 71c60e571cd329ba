"""A conversation as part of a page: its forms are kept, and nothing in it is markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.report.conversation import conversation

CASES = {
    "## Questions and answers": "<h2>Questions and answers</h2>",
    "### Why did \\`x\\` fail? (F2)": "<h3>Why did `x` fail? (F2)</h3>",
    "It failed at L12,\nand **F1** says why.": "<p>It failed at L12,\nand <b>F1</b> says why.</p>",
    "- L3: `a <b> c`\n- L4: ``x ` y``": "<ul><li>L3: <code>a &lt;b&gt; c</code></li>"
    "<li>L4: <code>x ` y</code></li></ul>",
    "1. one\n   more\n2. two": "<ul><li>one\nmore</li><li>two</li></ul>",
    "> said so\n> twice": "<blockquote>said so\ntwice</blockquote>",
    "before\n\n```text\n12| a\n\n13| b\n```\n\nafter": "<p>before</p><pre>12| a\n\n13| b</pre><p>after</p>",
    "<img src=x onerror=alert(1)> [y](javascript:z)": "<p>&lt;img src=x onerror=alert(1)&gt; [y](javascript:z)</p>",
    "\\*not bold\\*": "<p>*not bold*</p>",
}


@pytest.mark.parametrize("markdown", CASES)
def test_forms_of_answers_are_elements(markdown: str) -> None:
    made = conversation(markdown)
    inside = made.replace('<section class="chat">', "").replace("</section>", "")
    for name in ("p", "ul", "li", "pre", "h2", "h3", "blockquote"):
        inside = inside.replace(f"</{name}>\n", f"</{name}>")
    assert inside.strip() == CASES[markdown]


def test_nothing_asked_is_no_section() -> None:
    assert conversation("") == "" == conversation("\n \n")


@given(st.text(alphabet="<>&\"'`*#->\\\n a1.[]()!", max_size=80))
def test_whatever_it_says_only_our_elements_come_out(markdown: str) -> None:
    bare = conversation(markdown)
    for name in ("section", "h2", "h3", "p", "ul", "li", "pre", "code", "b", "blockquote"):
        bare = bare.replace(f"<{name}>", "").replace(f"</{name}>", "").replace(f'<{name} class="chat">', "")  # type: ignore[assignment]
    assert "<" not in bare and ">" not in bare
