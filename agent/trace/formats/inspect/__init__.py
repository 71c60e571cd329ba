"""Inspect's logs of evaluations."""
