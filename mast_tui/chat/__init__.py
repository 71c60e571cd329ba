"""Questions about the open trace, as the app follows their answers."""
