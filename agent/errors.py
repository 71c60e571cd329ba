"""The family of errors; each says what happened, to what, and what to do next.

MastError               anything a person can act on
├── WrongUse            the command or its options make no sense (exit 2)
├── NoModel             the model cannot be asked (exit 2)
├── Unfinished          the work had to stop before its end (exit 3)
├── UnreadableTrace     the input cannot be read (exit 66)
├── OurFault            a promise of ours was broken (exit 70)
└── Cancelled           a person stopped the work (exit 130)
"""


class MastError(Exception):
    """Three sentences for a person: what happened, to what, and what to do next."""

    exit_code = 70

    def __init__(self, what: str, to: str, next_step: str) -> None:
        super().__init__(f"{what} {to} {next_step}")
        self.what = what
        self.to = to
        self.next_step = next_step


class WrongUse(MastError):
    """The command or its options make no sense."""

    exit_code = 2


class NoModel(MastError):
    """The model cannot be asked with what is known of it."""

    exit_code = 2


class Unfinished(MastError):
    """The work had to stop before its end, and can go on later."""

    exit_code = 3


class UnreadableTrace(MastError):
    """The input cannot be read as a trace."""

    exit_code = 66


class OurFault(MastError):
    """A promise of ours was broken."""

    exit_code = 70


class Cancelled(MastError):
    """A person stopped the work."""

    exit_code = 130
