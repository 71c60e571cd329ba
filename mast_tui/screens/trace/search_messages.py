"""What a search in the background tells the screen."""

from textual.message import Message

from mast_tui.layout.line_marks import SearchMark


class Found(Message):
    """A search has got on."""

    def __init__(
        self, hits: list[SearchMark], number: int, *, done: bool, final: bool, trouble: str = "", share: float = 1.0
    ) -> None:
        super().__init__()
        self.hits = hits
        self.share = share
        self.trouble = trouble
        self.number = number
        self.done = done
        self.final = final
