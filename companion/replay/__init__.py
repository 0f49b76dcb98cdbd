"""Replay of a match from its log: step by step, as text, on paper, as a film, in one file."""
