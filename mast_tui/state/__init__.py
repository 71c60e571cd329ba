"""What is open now, and what is remembered: plain Python that knows no screen."""
