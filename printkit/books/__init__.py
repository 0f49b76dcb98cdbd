"""Rulebooks and reference cards."""
