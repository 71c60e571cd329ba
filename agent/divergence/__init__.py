"""Two runs side by side: their acts aligned, and where the one first goes another way than the other."""
