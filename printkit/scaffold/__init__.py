"""A new game by a designer, from a sample or a table of cards."""
