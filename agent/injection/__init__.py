"""Finds what in a trace speaks to whoever reads it later."""
