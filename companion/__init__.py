"""Watches a table through a camera and referees: readings in, verdicts out."""
