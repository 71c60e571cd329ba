"""Codex: its rollouts, and what `codex exec --json` prints."""
