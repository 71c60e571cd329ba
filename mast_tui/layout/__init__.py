"""What the screens draw, as rows of words with the names of their colours; knows neither Textual nor a terminal."""
