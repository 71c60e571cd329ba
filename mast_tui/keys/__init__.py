"""The keys: one table, from which bindings, hints, help, palette and README are made."""
