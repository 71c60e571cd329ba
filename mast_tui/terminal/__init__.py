"""What lies between Textual and the terminal: colours, the clipboard, keys typed early, and a last guard."""
