"""A new game of the designer's own, from a sample or a table of cards."""
