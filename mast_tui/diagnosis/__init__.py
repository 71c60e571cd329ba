"""A diagnosis as the app follows and words it."""
