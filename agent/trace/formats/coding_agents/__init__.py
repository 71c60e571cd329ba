"""Coding agents whose sessions are one file each."""
