"""What a run looks like in numbers, with no judge: who did how much, handed to whom, waited, spent and called again."""
