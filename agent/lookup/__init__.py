"""What a model may look up in a trace, whoever asks it: tools that only read, over what may be shown of the trace."""
