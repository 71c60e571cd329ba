"""Answers without a model: the common questions, from findings, signals and search."""
