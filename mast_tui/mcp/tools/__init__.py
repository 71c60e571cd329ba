"""The tools that other programs may call, by what they are about."""
