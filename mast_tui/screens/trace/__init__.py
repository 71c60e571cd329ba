"""The screen where people live: the trace, what was found in it, and questions about it."""

from mast_tui.screens.trace.screen import TraceScreen

__all__ = ["TraceScreen"]
