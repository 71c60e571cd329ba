"""Holds an answer against the trace while it is being written: what it cites, what it quotes, what it merely says."""

import re
from collections.abc import Iterator
from dataclasses import replace

from agent.chat.answer_progress import Cited, Delta, Progress, Rewritten
from agent.chat.assertions import is_advice, is_denied, is_factual
from agent.chat.citations import of_line
from agent.chat.count_check import is_counted, uncounted
from agent.chat.inert_markdown import inert
from agent.chat.material import Material
from agent.chat.proposals import WORD, is_proposal, proposed
from agent.chat.quote_search import WIDEST, find_quote
from agent.chat.quotes import Quoted, block_lines, cited_lines, has_half_a_quote, quotes
from agent.chat.sentences import FENCE, sentences
from agent.chat.thinking import Thinking
from agent.chat.turn import Citation, Proposal
from agent.clean import clean
from agent.diagnosis.document_parts import Lines
from agent.lookup.lines_read import LinesRead
from agent.number_words import line_range

_HELD = re.compile(r"[\"“”„«»‹›‘’‚「」『』《》〈〉＂'`>!\[<{(|\\]|\bL\s?\d|\blines?\s\d|https?:")
"""From the first of these on, a sentence waits until it is whole."""
AHEAD = 8
"""Characters of the next sentence that are waited for: it may be the lines that this one cites."""
NOT_THERE = "(not verified: these words are not in the trace)"
LONGEST_ABSENT = 8
"""Words of a quote that an answer may say is not there."""


class Checker:
    """Takes an answer piece by piece, lets through what holds, and marks what does not; nothing goes in silence."""

    def __init__(self, material: Material, read: LinesRead) -> None:
        self._material = material
        self._read = read
        self._known = _names(material)
        self._thoughts = Thinking()
        self._waiting = ""
        self._shown = ""
        """What has gone out of the sentence that is not whole yet."""
        self._settled: list[str] = []
        self._citations: dict[tuple[int, int, int], Citation] = {}
        self._fresh: list[Citation] = []
        self.unverified: list[str] = []
        self._repairs: dict[str, str] = {}
        """Quotes that are nearly right, with the words of the trace that take their place."""
        self.proposals: list[Proposal] = []
        self.left_out = 0

    @property
    def answer(self) -> str:
        """The answer so far, as it holds."""
        return "".join(self._settled).strip()

    @property
    def has_begun(self) -> bool:
        """Whether anything of the answer has been shown."""
        return bool(self._settled or self._shown)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Every citation so far."""
        return tuple(self._citations.values())

    def feed(self, text: str) -> Iterator[Progress]:
        """Another piece of the answer; what may be shown of it."""
        words = self._thoughts.without(text)
        if self._thoughts.took_back():
            yield from self._forget()
        self._waiting += clean(words)
        *whole, last = sentences(self._waiting) or [""]
        if whole and len(last) < AHEAD:
            last = whole.pop() + last
        for sentence in whole:
            yield from self._settle(sentence)
        self._waiting = last
        risky = _HELD.search(last)
        safe = last[: risky.start()] if risky else last.rstrip()
        begins = WORD.startswith(last.strip("`*>_- ").upper()[: len(WORD)])
        if len(safe) > len(self._shown) and safe.startswith(self._shown) and not begins:
            yield Delta(safe[len(self._shown) :])
            self._shown = safe

    def finish(self) -> Iterator[Progress]:
        """The end of the answer."""
        rest, self._waiting = self._waiting + clean(self._thoughts.rest()), ""
        for sentence in sentences(rest):
            yield from self._settle(sentence)

    def drop(self) -> Iterator[Progress]:
        """Take everything back: it was no answer."""
        self._thoughts = Thinking()
        yield from self._forget()

    def _forget(self) -> Iterator[Progress]:
        shown = self.has_begun
        self._waiting = self._shown = ""
        self._settled.clear()
        self._citations.clear()
        self._fresh.clear()
        self.unverified.clear()
        self.proposals.clear()
        self.left_out = 0
        if shown:
            yield Rewritten("")

    def say(self, text: str) -> Iterator[Progress]:
        """Words of ours below the answer."""
        self._settled.append(f"\n\n{text}" if self.answer else text)
        yield Rewritten("".join(self._settled))

    def _settle(self, sentence: str) -> Iterator[Progress]:
        """One whole sentence: let through, corrected or left out; a proposal is no words for the reader."""
        if is_proposal(sentence):
            proposal = proposed(self._material, sentence)
            if proposal is None:
                self.left_out += 1
            elif proposal not in self.proposals:
                self.proposals.append(proposal)
            kept = ""
        else:
            kept = self._checked(sentence)
        if kept.startswith(self._shown):
            if len(kept) > len(self._shown):
                yield Delta(kept[len(self._shown) :])
            self._settled.append(kept)
        else:
            self._settled.append(kept)
            yield Rewritten("".join(self._settled))
        self._shown = ""
        for citation in self._fresh:
            yield Cited(citation)
        self._fresh.clear()

    def _checked(self, sentence: str) -> str:
        """The sentence as it may be shown; nothing of it but its blanks where it quotes what is not there."""
        sentence, counts = inert(sentence), self._read.counts
        cited = cited_lines(sentence) if not sentence.startswith(FENCE) else block_lines(sentence)
        there = [lines for lines in cited if self._is_there(lines)]
        citations, missing = self._quoted(sentence, there)
        stays = self._may_stay(sentence, missing, there) if missing else ""
        notes = [f"{line_range(*lines)} is not in this trace" for lines in cited if lines not in there]
        for citation in citations:
            if not there or any(_overlap(citation.lines, lines) for lines in there):
                self._note(citation)
            else:
                notes.append(f"the words it quotes stand at {line_range(*citation.lines)}")
        unread = [lines for lines in there if not self._read.was_told(lines)]
        quoted = [lines for lines in unread if any(_overlap(citation.lines, lines) for citation in citations)]
        notes += [f"{line_range(*lines)} was not read for this answer" for lines in unread if lines not in quoted]
        for lines in there:
            if not any(_overlap(citation.lines, lines) for citation in citations):
                self._cite(lines)
        if missing and stays != "absent":
            notes += [f'"{quote.words}" is not in this trace' for quote in missing]
        elif not stays and not cited and not citations and is_factual(sentence) and not is_counted(sentence, counts):
            notes.append("no line is cited")
        if not sentence.startswith(FENCE) and not is_advice(sentence):
            texts = (text for one in there if one[1] - one[0] < WIDEST for text in self._material.trace.lines(*one))
            notes += uncounted(sentence, counts, len(there), texts)
        if has_half_a_quote(sentence):
            notes.append("it holds half a quotation, which cannot be checked")
        if notes:
            self.unverified.append(f"{sentence.strip()} ({'; '.join(notes)})")
        for words, real in self._repairs.items():
            sentence = sentence.replace(words, real)
        self._repairs.clear()
        sentence = _marked(sentence, [lines for lines in cited if lines not in there])
        return _with_note(sentence) if missing and not stays else sentence

    def _is_there(self, lines: Lines) -> bool:
        return 1 <= lines[0] <= lines[1] <= self._material.trace.events.lines

    def _quoted(self, sentence: str, there: list[Lines]) -> tuple[list[Citation], list[Quoted]]:
        """What of its quotes stands in the trace, and what does not."""
        citations: list[Citation] = []
        missing: list[Quoted] = []
        for quote in quotes(sentence):
            if quote.words.casefold().strip(" .") in self._known:
                continue
            citation = find_quote(self._material, quote.words, there)
            elsewhere = citation is None or not any(_overlap(citation.lines, lines) for lines in there)
            if there and elsewhere and not quote.strict and self._is_label(quote.words):
                continue
            if citation is not None and citation.match == "repaired":
                self._repairs[quote.words] = citation.quote
            if citation is not None:
                citations.append(citation)
            elif quote.strict or (there and " " in quote.words):
                missing.append(quote)
        return citations, missing

    def _is_label(self, words: str) -> bool:
        """Whether words are what a lookup called somebody, a tool or a kind of event: a name, no quote of the lines."""
        label = words.casefold()
        return self._read.has_named(label) and label in self._material.labels

    def _may_stay(self, sentence: str, missing: list[Quoted], there: list[Lines]) -> str:
        """Why a sentence may name words that are not there: it says so, or advises them; empty where it may not."""
        if there or sentence.startswith(FENCE) or sentence.strip().startswith(">"):
            return ""
        if all(len(quote.words.split()) <= LONGEST_ABSENT and is_denied(sentence, quote.words) for quote in missing):
            return "absent"
        return "advice" if is_advice(sentence) else ""

    def _cite(self, lines: Lines) -> None:
        """A citation of a range by its first line that says anything."""
        for number, text in enumerate(self._material.trace.lines(*lines), lines[0]):
            if text.strip():
                citation = of_line(self._material, number)
                if citation is not None:
                    self._note(replace(citation, lines=lines))
                return

    def _note(self, citation: Citation) -> None:
        key = citation.event, citation.start, citation.end
        if key not in self._citations:
            self._citations[key] = citation
            self._fresh.append(citation)


def _marked(sentence: str, wrong: list[Lines]) -> str:
    """The sentence with a word after each line that is not there."""
    for lines in wrong:
        sentence = re.sub(
            rf"(L\s?{lines[0]}(?:\s?[-–—]\s?L?{lines[1]})?)(?!\d|[-–—]\d)", r"\1 (no such line)", sentence, count=1
        )
    return sentence


def _with_note(sentence: str) -> str:
    """The sentence with a note that its words are not there, before the blanks that it ends with."""
    said = sentence.rstrip()
    return f"{said}{chr(10) if said.endswith(FENCE) else ' '}{NOT_THERE}{sentence[len(said) :]}"


def _overlap(one: Lines, other: Lines) -> bool:
    return one[0] <= other[1] and one[1] >= other[0]


def _names(material: Material) -> frozenset[str]:
    """Words of ours that an answer may set between quote marks: modes, findings."""
    modes = material.case.taxonomy.modes
    names = [name for mode in modes for name in (mode.code, mode.name, *mode.aliases, mode.definition)]
    names += [word for finding in material.visible.findings for word in (finding.id, finding.title)]
    names += ["present", "absent", "unclear", "not assessed", "root cause"]
    return frozenset(name.casefold().strip(" .") for name in names)
