"""What is true before any trace exists: MAST, its remedies, its versions and how annotators agree."""
