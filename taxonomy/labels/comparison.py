"""How far the annotators of a table of labels agree, in all, in pairs and per mode, with what to be careful about."""

from collections.abc import Mapping
from dataclasses import dataclass

from taxonomy import agreement
from taxonomy.labels.cautions import cautions
from taxonomy.labels.label import LabelTable
from taxonomy.labels.view import Blanks, View
from taxonomy.versions import Entry


@dataclass(frozen=True, slots=True)
class ModeAgreement:
    """Agreement on one mode."""

    key: str
    """Our code, or the numbering and its code where ours has no counterpart."""
    entries: tuple[Entry, ...]
    """What the mode is called in the labels: one entry per numbering."""
    cells: int
    present: Mapping[str, int]
    cohen: float | None
    alpha: float | None
    raw: float | None
    positive: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Agreement over all cells; a measure that is not defined is None, and a warning says why.

    Cohen's kappa and positive agreement take the cells that both of a pair labelled; Fleiss' kappa and raw agreement
    those that every annotator labelled; Krippendorff's alpha all that two or more labelled.
    """

    annotators: tuple[str, ...]
    cells: int
    traces: int
    cohen: Mapping[str, float | None]
    cohen_mean: float | None
    fleiss: float | None
    alpha: float | None
    raw: float | None
    positive: Mapping[str, float | None]
    positive_mean: float | None
    present: Mapping[str, int]
    interval: tuple[float, float] | None
    """Where the mean of Cohen's kappa lies in 95 % of draws of the traces."""
    modes: tuple[ModeAgreement, ...]
    warnings: tuple[str, ...]


def compare(table: LabelTable, blanks: Blanks = Blanks.ABSENT, notes: tuple[str, ...] = ()) -> Comparison:
    """Measure the agreement in a table of labels; `notes` are put before the warnings."""
    view = View(table, blanks)
    pairs = view.pairs()
    cohen = {name: agreement.cohen(pair) for name, pair in pairs.items()}
    positive = {name: agreement.positive(pair) for name, pair in pairs.items()}
    interval = agreement.interval(view.tables_by_trace())
    return Comparison(
        annotators=view.annotators,
        cells=len(view.rows),
        traces=len(table.traces()),
        cohen=cohen,
        cohen_mean=agreement.mean(cohen.values()),
        fleiss=agreement.fleiss(view.complete()),
        alpha=agreement.krippendorff(view.rows_for_alpha),
        raw=agreement.raw(view.complete()),
        positive=positive,
        positive_mean=agreement.mean(positive.values()),
        present=view.present(),
        interval=interval,
        modes=tuple(_of_mode(key, part) for key, part in view.by_mode()),
        warnings=(*notes, *cautions(view, cohen, interval is not None)),
    )


def _of_mode(key: str, view: View) -> ModeAgreement:
    pairs = view.pairs().values()
    return ModeAgreement(
        key=key,
        entries=tuple(view.table.entries[key].values()),
        cells=len(view.rows),
        present=view.present(),
        cohen=agreement.mean(map(agreement.cohen, pairs)),
        alpha=agreement.krippendorff(view.rows_for_alpha),
        raw=agreement.raw(view.complete()),
        positive=agreement.mean(map(agreement.positive, pairs)),
    )
