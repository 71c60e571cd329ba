"""Bytes become events become lines; no model, no graph.

A *format* cuts the bytes of a source into drafts of events, each naming the pieces of the file its text is made of.
The event table numbers them; an event unfolds into lines, numbered through the whole trace.
Text is read back by offset.
"""
