"""Replay of a match from its log: on the page, as text, on paper, as a film, in one file."""
