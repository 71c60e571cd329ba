"""What we conclude about a trace: claims become evidence, findings, a root cause, an outcome and remedies."""
