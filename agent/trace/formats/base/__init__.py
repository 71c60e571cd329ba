"""What every format is built from, whatever its file looks like."""
