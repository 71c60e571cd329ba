"""`mast-tui samples`: the sample traces, where they are and what each shows."""

from argparse import ArgumentParser, Namespace

from mast_tui.cli.output import visible, write, write_json
from mast_tui.state.samples import samples


def add_arguments(parser: ArgumentParser) -> None:
    """How to show them."""
    parser.add_argument("--json", action="store_true", help="put the list on stdout as JSON")


def run(options: Namespace) -> int:
    """List them."""
    shipped = samples()
    if options.json:
        write_json(
            [
                {"name": each.name, "path": str(each.path), "title": each.title, "format": each.format}
                for each in shipped
            ]
        )
        return 0
    width = max((len(each.name) for each in shipped), default=0)
    for each in shipped:
        write(f"{each.name:<{width}}  {each.title}")
        write(f"{'':<{width}}  {visible(str(each.path))}")
    return 0
