"""Replays a match from its log: on the web page, as text, on paper, as a film, or in one file."""
