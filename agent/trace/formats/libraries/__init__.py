"""Messages as libraries for agents dump them from their memory."""
