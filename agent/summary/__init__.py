"""Many diagnoses as one picture: runs and modes, shares, groups of failures of one kind, and how sure a share is."""
