"""Other programs ask about traces: a server of the Model Context Protocol that only reads."""
