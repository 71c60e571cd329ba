"""Formats that are records of JSON, one after the other, and what such formats share."""
