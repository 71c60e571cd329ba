"""Diagnoses by stages: each stage is one file of requests that somebody answers while nobody waits."""
