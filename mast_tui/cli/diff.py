"""`mast-tui diff`: two runs side by side, and where one first goes another way than the other."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from agent.divergence.common_places import common_places
from agent.divergence.difference_document import document
from agent.divergence.divergences import Differences, differences_of
from agent.divergence.told_differences import NOTHING, ToldPlace, ToldSide, told_differences
from agent.errors import WrongUse
from agent.number_words import count
from agent.report import difference_html, difference_markdown
from agent.report.write import check_targets, target, write_whole
from agent.trace.stored_bytes import STDIN
from agent.trace.trace import Trace
from mast_tui.cli import consent
from mast_tui.cli.output import has_screen, narrate, visible, write, write_json
from mast_tui.cli.parser import model_options, no_trace, output_option
from mast_tui.cli.trace_argument import tell_run
from mast_tui.state.paths import usable_state_folder

WRITERS = {".md": difference_markdown, ".html": difference_html}


def add_arguments(parser: ArgumentParser) -> None:
    """The run that went well, those that did not, and how to tell where they part."""
    parser.add_argument("good", metavar="GOOD", help="a trace of the task that went well")
    parser.add_argument("bad", metavar="BAD", nargs="+", help="one that did not; of several, where most of them part")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of text")
    output_option(parser, "write it as .md or .html")
    parser.add_argument("--why", action="store_true", help="ask a model for one paragraph on why, with quotes of both")
    group = parser.add_argument_group("reading the traces")
    group.add_argument("--good-run", metavar="ID", help="the one run to read of several in GOOD")
    group.add_argument("--bad-run", metavar="ID", help="the one run to read of several in BAD")
    model_options(parser)
    no_trace(parser)


def run(options: Namespace) -> int:
    """Align the runs and say where they part."""
    if options.output and len(options.bad) > 1:
        raise WrongUse(
            "A report is about two runs.", f"{len(options.bad)} were named beside the good one.", "Name one."
        )
    if options.why and (options.output or len(options.bad) > 1):
        raise WrongUse("--why is told of two runs, as text or JSON.", "Reports do not hold it.", "Leave -o out.")
    kept = [Path(options.good), *map(Path, options.bad)]
    known_by = {suffix: module.KNOWN_BY for suffix, module in WRITERS.items()}
    check_targets(options.output, kept, force=options.force, known_by=known_by)
    if not options.output and not (options.json or options.why) and _has_screen(options):
        return _show(options)
    with ExitStack() as opened:
        good = opened.enter_context(closing(_open(options.good, options.good_run)))
        bad = [opened.enter_context(closing(_open(path, options.bad_run))) for path in options.bad]
        compared = [differences_of(good, each) for each in bad]
        for path in options.output:
            write_whole(
                WRITERS[path.suffix.lower()].report(good, bad[0], compared[0]), path, target(path, kept, known_by)
            )
            narrate(f"{visible(str(path))} is written.")
        if len(bad) > 1:
            _tell_several(good, bad, compared, as_json=options.json)
        elif not options.output:
            _tell(good, bad[0], compared[0], options)
    return 0


def _tell(good: Trace, bad: Trace, differences: Differences, options: Namespace) -> None:
    """Two runs as text or JSON, with what a model says of them where it is asked."""
    why = None
    if options.why:
        from mast_tui.cli.diff_why import ask_why, tell_why

        why = ask_why(good, bad, differences, options)
    if options.json:
        write_json({**document(good, bad, differences), **({"why": why.as_dict()} if why is not None else {})})
        return
    _write(_lines(good, bad, differences))
    if why is not None:
        tell_why(why)


def _has_screen(options: Namespace) -> bool:
    """Whether the runs can be shown in the app: not where words go to a file or a pipe, or a trace comes only once."""
    return has_screen() and STDIN not in (options.good, *options.bad)


def _show(options: Namespace) -> int:
    """Open the app on both."""
    from mast_tui.cli import open as open_command
    from mast_tui.state.two_runs import TwoRuns

    paths = options.good, *options.bad
    runs = options.good_run, *([options.bad_run] * len(options.bad))
    with ExitStack() as opened:
        traces = [
            opened.enter_context(closing(Trace.open(path, only=only))) for path, only in zip(paths, runs, strict=True)
        ]
        settings = None if options.offline else consent.settings_of(options, usable_state_folder())
        options.overview = TwoRuns(paths, tuple(traces), settings, options.redact)
        return open_command.run(options)


def _open(path: str, only: str | None) -> Trace:
    trace = Trace.open(path, only=only).read()
    tell_run(trace)
    return trace


def _write(lines: Iterator[str]) -> None:
    for line in lines:
        write(visible(line))


def _lines(good: Trace, bad: Trace, differences: Differences) -> Iterator[str]:
    told = told_differences(good, bad, differences)
    yield f"good {good.source.name}, bad {bad.source.name}: {told.opening}"
    if told.until:
        yield told.until
    if told.first is not None:
        yield ""
        yield from _place("They part here", told.first)
    if told.others:
        yield ""
        yield "Other differences, the heaviest first"
    for place in told.others:
        yield ""
        yield from _place(f"{place.number}. {place.title}", place)
    if told.left_out:
        yield ""
        yield f"{told.left_out:,} more are left out; --json has them all."


def _place(title: str, place: ToldPlace) -> Iterator[str]:
    yield title
    yield f"  good  {_side(place.good)}"
    yield f"  bad   {_side(place.bad)}"
    if place.follows:
        yield f"  {place.follows}"


def _side(side: ToldSide | None) -> str:
    if side is None:
        return NOTHING
    return f"{side.lines} {side.act}" + (f": {side.quote.strip()[:200]}" if side.quote else "")


def _tell_several(good: Trace, bad: Sequence[Trace], compared: Sequence[Differences], *, as_json: bool) -> None:
    """Each run by itself, and where most of them leave the way of the good one."""
    places = common_places(compared)
    if as_json:
        common = [{"after_event": place.after, "runs": list(place.runs)} for place in places]
        runs = [document(good, each, one) for each, one in zip(bad, compared, strict=True)]
        write_json({"runs": runs, "common": common})
        return
    for place in places:
        event = good.events[place.after] if place.after else None
        where = f"after L{event.lines[1]} of the good run" if event is not None else "at once"
        write(visible(f"{count(len(place.runs), 'run')} of {len(bad):,} part {where}:"))
        for number in place.runs:
            told = told_differences(good, bad[number], compared[number])
            if told.first is not None:
                write(visible(f"  {bad[number].source.name}: {_side(told.first.bad)}"))
    for each, one in zip(bad, compared, strict=True):
        if one.first is None:
            write(visible(f"{each.source.name} does not part from the good run."))
