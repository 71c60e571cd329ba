"""A diagnosis as a file for a person or a program: Markdown, HTML, JSON, SARIF."""
