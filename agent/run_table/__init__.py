"""Many runs at once: which files hold them, and a row about each, made without holding any of them."""
