"""A seat that the computer plays: it thinks with what its seat knows, and moves its own cards."""
