"""How JSON is read: as a stream, with the place of every part in the bytes of the file."""
