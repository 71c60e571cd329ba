from agent.signals.readings.code_blocks import code_blocks, code_share


def kept(text: str) -> list[tuple[str, str]]:
    return [(block.language, text[block.start : block.end]) for block in code_blocks(text)]


def test_blocks_are_what_stands_between_fences() -> None:
    text = "See:\n```python\nx = 1\ny = 2\n```\nand\n```\nls\n```\n"
    assert kept(text) == [("python", "x = 1\ny = 2"), ("", "ls")]


def test_fences_inside_a_manual_are_the_manual() -> None:
    manual = "```markdown\n# Use\n```bash\npip install x\n```\nmore\n```\n```python\nx = 1\n```"
    assert kept(manual) == [("python", "x = 1")]


def test_a_block_that_never_ends_reaches_to_the_end() -> None:
    assert kept("```python\nx = 1") == [("python", "x = 1")]


def test_the_share_of_code() -> None:
    assert code_share("no code") == 0 == code_share("")
    assert code_share("```\n" + "x" * 992 + "\n```") > 0.95


def test_code_without_fences_is_told_by_its_lines() -> None:
    assert code_share("import re\n\ndef find(text):\n    return re.search('a', text)\n\nassert find('a')\n") > 0.9
    assert code_share("First I look at the file.\nThen I change it; that is all.\nFor now, wait.") < 0.4
