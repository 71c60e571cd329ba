"""The only room that talks to a language model, and the gate that no secret passes on the way there."""
