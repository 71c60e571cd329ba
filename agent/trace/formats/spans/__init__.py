"""Spans: OpenTelemetry and what tracing tools make of it."""
