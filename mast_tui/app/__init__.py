"""The app itself: how it opens a trace, makes its screens and ends."""
