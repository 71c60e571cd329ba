"""Who answers the graph's questions: the offline analyst by signals, the model analyst by prompts; one protocol."""
