"""What a model may look up while it answers: read-only, bounded, over one trace and its diagnosis."""
