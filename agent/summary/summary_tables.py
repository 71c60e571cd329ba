"""A summary as plain tables, which the page for people, Markdown and the terminal are all drawn from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.diagnosis.severity import gravity
from agent.number_words import count, money, percent
from agent.summary.summary import Summary
from agent.summary.told_run import ToldFinding, ToldRun

MARKS = {"present": "#", "absent": ".", "unclear": "?", "not_assessed": " "}
LEGEND = "# present   . absent   ? unclear   blank: not assessed"
TASK = 60


@dataclass(frozen=True, slots=True)
class Table:
    """A heading and rows of words; `numbers` are the columns that are set to the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    note: str = ""


def headline(summary: Summary) -> str:
    """All of it in a sentence."""
    outcomes = [run.outcome for run in summary.runs]
    told = ", ".join(f"{outcomes.count(each)} {each}" for each in dict.fromkeys(sorted(outcomes)))
    cost = [run.cost_usd for run in summary.runs if run.cost_usd is not None]
    tasks = count(len({run.task_key for run in summary.runs}), "task")
    failures = count(sum(summary.occurrences.values()), "failure")
    spent = f"; they cost {money(sum(cost))}" if cost else ""
    return f"{count(len(summary.runs), 'run')} of {tasks}: {told}; {failures}{spent}."


def tables(summary: Summary, by: Sequence[str] = (), most: int = 20, *, groups: bool = True) -> Iterator[Table]:
    """All tables but the heat map, in the order of reading; at most so many rows where there may be very many."""
    yield _modes(summary)
    yield _categories(summary)
    yield from (_by(summary, column, most) for column in by)
    if groups:
        yield _groups(summary, most)
    if summary.troubles:
        rows = tuple((each.document, each.why) for each in summary.troubles[:most])
        yield Table("Files that are no diagnosis", ("file", "why"), rows, note=_left(len(summary.troubles), most))


def heat_map(summary: Summary, most: int, *, brief: bool = False) -> Table:
    """Runs and modes: the worst runs first; in brief with nothing between the name and the modes but a count."""
    codes, about = summary.taxonomy.codes, ("failures",) if brief else ("outcome", "failures", "root")
    rows = []
    for number, run in enumerate(summary.runs[:most], 1):
        told = {"outcome": run.outcome, "failures": str(len(run.findings)), "root": run.root or ""}
        rows.append((str(number), name_of(run), *(told[name] for name in about), *(cell(run, code) for code in codes)))
    columns = ("run", "name", *about, *(code.removeprefix("FM-") for code in codes))
    numbers = frozenset({0, columns.index("failures")})
    return Table("Runs and modes, the worst first", columns, tuple(rows), numbers, _left(len(summary.runs), most))


def cell(run: ToldRun, code: str) -> str:
    """What a run shows for a mode, in one mark."""
    return MARKS.get(run.verdicts.get(code, ""), " ")


def gravest(run: ToldRun, code: str) -> ToldFinding | None:
    """The gravest finding of a mode in a run, the first of them; what a cell leads to."""
    here = [each for each in run.findings if each.failure == code]
    return min(here, key=lambda each: gravity(each.severity), default=None)  # type: ignore[arg-type]


def name_of(run: ToldRun) -> str:
    """A run by the end of its path, and its id where its file holds several."""
    name = run.path.rstrip("/").rpartition("/")[2] or run.path
    return f"{name} {run.run}" if run.run else name


def address(run: ToldRun, line: int) -> str:
    """What opens the run at a line."""
    return f"{run.path}:{line}" if run.run is None else f"{run.path} --run {run.run} (line {line})"


def _modes(summary: Summary) -> Table:
    rows = []
    for mode in summary.taxonomy.modes:
        hits, of = summary.modes[mode.code]
        interval = summary.intervals.get(mode.code)
        between = f"{percent(interval[0], 1)} to {percent(interval[1], 1)}" if interval else "-"
        said = f"{hits}/{of}" if of else "-"
        share = percent(hits, of) if interval else "-"
        rows.append((mode.code, mode.name, said, share, between, str(summary.occurrences[mode.code])))
    mistakes = [(each.code, each.name) for each in summary.taxonomy.mistakes if summary.occurrences[each.code]]
    rows += [(code, name, "", "", "", str(summary.occurrences[code])) for code, name in mistakes]
    note = "runs: present, of those that could say; 95 % between: tasks drawn again and again; findings: all of them."
    columns = ("mode", "name", "runs", "share", "95 % between", "findings")
    return Table("Modes", columns, tuple(rows), frozenset({2, 3, 4, 5}), note)


def _categories(summary: Summary) -> Table:
    rows = []
    for each in summary.taxonomy.categories:
        hits, of = summary.categories[each.code]
        share = summary.share_of_findings(each.code)
        ours = f"{share:.1f} %" if share is not None else "-"
        said = f"{hits}/{of}" if of else "-"
        rows.append((each.code, each.name, said, ours, f"{each.shares.v3:.1f} %"))
    columns = ("category", "name", "runs", "of findings", "in the paper")
    note = f"The paper is {summary.taxonomy.name}, {summary.taxonomy.version}. {summary.taxonomy.caveat}"
    return Table("Categories beside the paper", columns, tuple(rows), frozenset({2, 3, 4}), note)


def _by(summary: Summary, column: str, most: int) -> Table:
    kinds = summary.by(column)
    codes = [code for code in summary.taxonomy.codes if summary.modes[code][0]]
    rows = tuple(
        (name, str(number), *(f"{held[code][0]}/{held[code][1]}" if held[code][1] else "-" for code in codes))
        for name, (number, held) in list(kinds.items())[:most]
    )
    columns = (column, "runs", *(code.removeprefix("FM-") for code in codes))
    return Table(f"By {column}", columns, rows, frozenset(range(1, len(codes) + 2)), _left(len(kinds), most))


def _groups(summary: Summary, most: int) -> Table:
    rows = []
    for group in summary.groups[:most]:
        number, finding = group.places[0]
        where = address(summary.runs[number - 1], finding.line)
        who = group.actor or ""
        rows.append((str(len(group.runs)), group.failure, who, group.tool or "", group.title, where))
    columns = ("runs", "mode", "actor", "tool", "what", "for instance")
    note = "Findings of one mode, actor and tool whose words differ by names and numbers at most, or by few words."
    left = _left(len(summary.groups), most)
    return Table("The same kind of failure in several runs", columns, tuple(rows), frozenset({0}), f"{note} {left}")


def _left(number: int, most: int) -> str:
    return f"{number - most:,} more are not shown." if number > most else ""
