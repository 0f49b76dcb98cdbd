"""Tutorials: a first match at a drawn table, guided move by move."""
