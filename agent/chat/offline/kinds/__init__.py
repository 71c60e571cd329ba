"""The kinds of questions that are answered without a model, a file each."""
