"""The parts of a screen: each draws one thing, takes state from above and posts messages upwards."""
