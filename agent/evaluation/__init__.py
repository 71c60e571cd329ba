"""Diagnoses set beside each other and beside labels."""
