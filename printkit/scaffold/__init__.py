"""Creation of a designer's new game from a sample or from a table of cards."""
