"""The ways frameworks write traces, one file per family, over the protocol in `format`."""
