"""Positions as text: written, read and validated."""
