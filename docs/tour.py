"""Draws the tour of docs/shots: the real app, photographed at each step, as one SVG that moves by itself."""

import re
from typing import NamedTuple

SIZE = (140, 38)
FIRST_WORDS = "mast-tui run.log: what the offline analyst saw stands on the right, nothing has left this machine"
_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_LINE_CLIP = re.compile(r'<clipPath id="[^"]*-line-\d+">.*?</clipPath>\s*', re.DOTALL)
_CLIPPED = re.compile(r' clip-path="url\(#[^"]*-line-\d+\)"')
_CAPTION = 54


class Step(NamedTuple):
    """What is pressed, how it is told, and how long one may look."""

    keys: tuple[str, ...]
    told: str
    words: str
    seconds: float = 2.5


STEPS = (
    Step(("e",), "e", "goes to the evidence of a finding, lit in the trace"),
    Step(("2", "j", "space"), "Space", "opens the finding: why, quotes found by program, remedies", 3.0),
    Step(("escape", "1", "o"), "o", "lists the events"),
    Step(("escape", "T"), "T", "draws the run: a lane for each agent, arrows where work is handed over"),
    Step(("escape", "S"), "S", "counts: who spoke, called, failed, waited"),
    Step(("escape", "slash", *"rates.csv", "enter"), "/", "searches, n goes on"),
    Step(("escape", "3"), "3", "asks about the trace; answers cite its lines"),
    Step(("escape", "question_mark"), "?", "tells every key"),
)


def moving(frames: list[tuple[str, str, str, float]]) -> str:
    """One SVG of many: each frame, with the key and the words below it, is seen for its seconds, and then the next."""
    width, height = (float(number) for number in _box(frames[0][0]))
    whole = sum(seconds for *_, seconds in frames)
    rules, shown, at = [], [], 0.0
    for number, (svg, told, words, seconds) in enumerate(frames):
        begins, ends = at / whole * 100, (at + seconds) / whole * 100
        before = f"0%{{opacity:0}}{begins - 0.01:.2f}%{{opacity:0}}" if number else ""
        rules.append(
            f"@keyframes s{number}{{{before}{begins:.2f}%{{opacity:1}}{ends - 0.01:.2f}%{{opacity:1}}"
            f"{min(ends, 99.99):.2f}%{{opacity:0}}100%{{opacity:{int(len(frames) == 1)}}}}}"
            f".s{number}{{animation:s{number} {whole:g}s step-end infinite;opacity:{int(number == 0)}}}"
        )
        key = f'<tspan class="key">{told}</tspan>  ' if told else ""
        caption = f'<text x="24" y="{height + 34:.0f}" class="words" xml:space="preserve">{key}{words}</text>'
        placed = _plain(svg).replace("<svg ", f'<svg width="{width:g}" height="{height:g}" ', 1)
        shown.append(f'<g class="s{number}">{placed}{caption}</g>')
        at += seconds
    rules.append("@media (prefers-reduced-motion: reduce){g[class^=s]{animation:none}}")
    rules.append(".words{font:20px sans-serif;fill:#98a1b3}.key{font-weight:bold;fill:#f0c24b}")
    box = f'viewBox="0 0 {width:g} {height + _CAPTION:g}"'
    ground = f'<rect width="{width:g}" height="{height + _CAPTION:g}" rx="8" fill="#12151c"/>'
    return (
        f'<svg {box} xmlns="http://www.w3.org/2000/svg"><style>{"".join(rules)}</style>{ground}{"".join(shown)}</svg>\n'
    )


def _box(svg: str) -> tuple[str, str]:
    match = _BOX.search(svg)
    assert match is not None, "a picture has a box"
    return match[1], match[2]


def _plain(svg: str) -> str:
    """A picture without what only a page of its own needs: fonts to fetch, and a clip for each line."""
    short = _CLIPPED.sub("", _LINE_CLIP.sub("", _FONT.sub("", svg)))
    return re.sub(r">\s+<", "><", re.sub(r"<!--.*?-->", "", short, flags=re.DOTALL))
