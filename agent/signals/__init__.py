"""Facts and hints found in the events of a trace without a model, one idea per file."""
