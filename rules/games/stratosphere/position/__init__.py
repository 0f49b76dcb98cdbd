"""Positions as text: formatted, parsed and validated."""
