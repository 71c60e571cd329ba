"""What a reader of an agreement must be careful about: few marks, few traces, cells left out, measures undefined."""

from collections.abc import Iterator, Mapping

from taxonomy.labels.label import Said
from taxonomy.labels.view import Blanks, View

FEW_PRESENT = 30
FEW_PRESENT_IN_A_MODE = 10
FEW_TRACES = 10


def cautions(view: View, cohen: Mapping[str, float | None], has_interval: bool) -> Iterator[str]:
    """Say each in a sentence; every measure that is not defined is explained by one of them."""
    overlap = {name: len(pair) for name, pair in view.pairs().items()}
    if len(view.annotators) < 2:
        yield "There is one annotator: agreement needs a second one for the same traces and modes."
    else:
        yield from _undefined(view, cohen, overlap, has_interval)
        if any(overlap.values()):
            yield from _few_marks(view)
            yield from _few_traces(view, has_interval)
        yield from _left_out(view)
    yield from _empty(view)
    repeated = view.table.repeated
    if repeated:
        yield f"{_labels(repeated)} given more than once with the same word; each counts once."
    foreign = [key for key in view.table.modes() if not key.startswith("FM-")]
    if foreign:
        yield f"No counterpart among MAST's fourteen, compared under their own codes: {', '.join(foreign)}."


def _undefined(
    view: View, cohen: Mapping[str, float | None], overlap: Mapping[str, int], has_interval: bool
) -> Iterator[str]:
    for pair, value in cohen.items():
        if not overlap[pair]:
            yield f"{pair}: no cell is labelled by both, so nothing can be compared."
        elif value is None:
            yield (
                f"{pair}: both say the same one thing wherever both labelled ({_cells(overlap[pair])}), so "
                "agreement beyond chance is not defined; read the raw agreement."
            )
    if any(overlap.values()) and not any(view.present().values()):
        yield "Nobody marked anything present, so agreement on present is not defined."
    if any(overlap.values()) and not has_interval:
        yield (
            "No interval: it needs at least two traces."
            if len(view.table.traces()) < 2
            else "No interval: in most draws of the traces kappa is not defined, because too little is marked present."
        )


def _few_marks(view: View) -> Iterator[str]:
    present = view.present()
    if min(present.values()) < FEW_PRESENT:
        counts = ", ".join(f"{name}: {count}" for name, count in present.items())
        yield (
            f"Few cells are marked present ({counts} of {len(view.rows)}): one label more or less moves kappa "
            "noticeably; read the interval and the agreement on present beside it."
        )
    modes = [max(part.present().values()) for _, part in view.by_mode()]
    few = sum(marks < FEW_PRESENT_IN_A_MODE for marks in modes)
    if few:
        yield (
            f"{few} of {len(modes)} modes are marked present fewer than {FEW_PRESENT_IN_A_MODE} times by every "
            "annotator: their own figures say little."
        )


def _few_traces(view: View, has_interval: bool) -> Iterator[str]:
    traces = len(view.table.traces())
    if has_interval and traces < FEW_TRACES:
        yield f"The interval rests on {traces} traces and is rough."


def _left_out(view: View) -> Iterator[str]:
    alone = view.alone()
    if alone:
        yield f"{alone} of {_cells(len(view.rows))} are labelled by one annotator only and cannot be compared."
    whole = len(view.complete())
    if whole < len(view.rows) and len(view.annotators) > 2:
        yield (
            f"Fleiss' kappa and raw agreement rest on the {whole} of {_cells(len(view.rows))} that all "
            f"{len(view.annotators)} annotators labelled."
        )


def _empty(view: View) -> Iterator[str]:
    blank, missing = view.table.count(Said.BLANK), view.table.count(Said.MISSING)
    if blank and view.blanks is Blanks.ABSENT:
        yield (
            f"{blank} blank {'cell counts' if blank == 1 else 'cells count'} as absent, as in the sheets; "
            "Krippendorff's alpha takes a blank as missing (--blanks missing does so everywhere)."
        )
    elif blank:
        yield f"{blank} blank {'cell is' if blank == 1 else 'cells are'} left out."
    if missing:
        yield f"{_labels(missing)} unclear or not assessed and taken as missing."


def _labels(count: int) -> str:
    return "1 label is" if count == 1 else f"{count} labels are"


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
