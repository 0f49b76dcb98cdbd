"""The page of a deck scan."""
