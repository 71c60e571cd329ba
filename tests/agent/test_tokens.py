import base64
import hashlib
import lzma
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent import tokens

PUBLISHED = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
"""The sha256 of the rank file as OpenAI publishes it, one `base64 rank` a line."""


def in_one_go(text: str) -> int:
    encoding = tokens.counter()._encoding
    assert encoding is not None
    return len(encoding.encode_ordinary(text))


def test_the_ranks_are_the_published_ones() -> None:
    lines = (base64.b64encode(token) + b" %d\n" % rank for token, rank in tokens.read_ranks().items())
    assert hashlib.sha256(b"".join(lines)).hexdigest() == PUBLISHED


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("hello world", 2),
        ("tiktoken is great!", 6),
        ("antidisestablishmentarianism", 6),
        ("2 + 2 = 4", 7),
        ("お誕生日おめでとう", 8),
        ("<|endoftext|>", 7),
    ],
)
def test_known_counts(text: str, count: int) -> None:
    assert tokens.count(text) == count
    assert tokens.counter().tokenizer == "o200k_base"
    assert tokens.counter().because is None


LOG = "2025-04-01 03:12 INFO - planner said: \"go on\"\n\n    indented\n\tcode = {'a': 1}\n// path\n/usr/bin\r\n"


@pytest.mark.parametrize(
    "text",
    [LOG * 3_000, "naïve 日本語 текст\n" * 20_000, "x\n" * 100_000, '{"a": [1, 2, "три"]}\n' * 20_000],
    ids=["log", "scripts", "short lines", "jsonl"],
)
def test_a_long_text_counts_as_if_in_one_go(text: str) -> None:
    assert tokens.count(text) == in_one_go(text)


@settings(max_examples=30)
@given(st.lists(st.text(st.sampled_from("aB3é日 '\t\n\r/-.")), min_size=1, max_size=30))
def test_a_seam_never_changes_the_count(parts: list[str]) -> None:
    text = "".join(parts)
    for seam in tokens._SEAM.finditer(text):
        assert in_one_go(text[: seam.end()]) + in_one_go(text[seam.end() :]) == in_one_go(text)


@pytest.mark.parametrize("space", [" ", "\t", "\u00a0", "\n", " \n"])
def test_a_run_of_millions_of_spaces_is_counted_without_a_panic(space: str, capfd: pytest.CaptureFixture[str]) -> None:
    text = "start" + space * (3_000_000 // len(space)) + "end"
    assert 1_000 < tokens.count(text) < 2_000_000
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("text", ["\udc80", "a\ud83d b", "日\udfff" * 50_000])
def test_lone_surrogates_are_counted(text: str) -> None:
    assert 0 < tokens.count(text) <= 4 * len(text)


@pytest.mark.parametrize("text", ["a" * 300_000, "=" * 300_000, "日本" * 100_000, "🎉" * 70_000, "aGVsbG8" * 40_000])
def test_a_text_with_no_place_to_cut_stays_close(text: str) -> None:
    assert tokens.count(text) == pytest.approx(in_one_go(text), rel=0.001)


def test_the_plan_is_above_the_count_of_ordinary_traces() -> None:
    shared = Path(__file__).parents[2].parent / "shared" / "corpus"
    if not shared.is_dir():
        pytest.skip("the corpus is not beside the project")
    files = sorted(shared.rglob("*.json"))[::40] + sorted(shared.rglob("*.log"))[::10]
    texts = [file.read_text("utf-8", "replace")[:1_000_000] for file in files]
    counts, plans = [tokens.count(text) for text in texts], [tokens.estimate(len(text.encode())) for text in texts]
    assert len(files) > 5
    assert sum(counts) <= sum(plans)
    assert [file.name for file, n, plan in zip(files, counts, plans, strict=True) if n > 1.3 * plan] == []
    assert tokens.estimate(0) == 0
    assert tokens.estimate(1_000) == 285


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-100],
        lambda data: data[:5_000] + b"\0\0\0\0" + data[5_004:],
        lambda data: b"",
        lambda data: b"not xz at all",
    ],
    ids=["cut", "flipped", "empty", "foreign"],
)
def test_damaged_ranks_give_an_estimate_that_says_so(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    broken = tmp_path / "ranks.xz"
    broken.write_bytes(damage(tokens.RANKS.read_bytes()))
    counter = tokens.load(broken)
    assert counter.tokenizer == "estimate"
    assert counter.because
    assert "ranks.xz" in counter.because
    assert counter.count("x" * 300) == 100
    assert [counter.count(text) for text in ("日", "", "ab\udc80")] == [1, 0, 2]


def test_ranks_of_another_length_give_an_estimate(tmp_path: Path) -> None:
    short = tmp_path / "ranks.xz"
    short.write_bytes(lzma.compress(lzma.decompress(tokens.RANKS.read_bytes())[:-1]))
    assert tokens.load(short).tokenizer == "estimate"
    assert tokens.load(tmp_path / "missing").tokenizer == "estimate"


def test_a_missing_tiktoken_gives_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    counter = tokens.load()
    assert (counter.tokenizer, counter.count("four" * 3)) == ("estimate", 4)
    assert counter.because
    assert "tiktoken" in counter.because


def test_many_threads_get_one_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_counter", None)
    made: list[tokens.Counter] = []
    together = threading.Barrier(6)

    def ask() -> None:
        together.wait()
        made.append(tokens.counter())

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 6
    assert len({id(counter) for counter in made}) == 1


def test_counting_needs_no_network_no_folder_and_no_environment(tmp_path: Path) -> None:
    code = (
        "import os, socket\n"
        "def refuse(*_, **__): raise AssertionError('network')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "before = dict(os.environ)\n"
        "import agent.tokens, sys\n"
        "assert 'tiktoken' not in sys.modules\n"
        "print(agent.tokens.count('hello world'), agent.tokens.counter().tokenizer, dict(os.environ) == before)\n"
    )
    root = Path(__file__).parents[2]
    environment = {"TMPDIR": str(tmp_path), "HOME": str(tmp_path), "PATH": os.environ["PATH"], "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-B", "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout.split() == ["2", "o200k_base", "True"], done.stderr
    assert list(tmp_path.iterdir()) == []
