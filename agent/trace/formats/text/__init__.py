"""Plain text: how records are found in it, and the formats that are text of one kind."""
