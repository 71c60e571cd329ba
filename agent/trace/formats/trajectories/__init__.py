"""What agents did on benchmarks, as the harness wrote it down: steps with their commands and what came of them."""
