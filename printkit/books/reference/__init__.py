"""Reference cards."""
