"""Wording of notices, in every language."""
