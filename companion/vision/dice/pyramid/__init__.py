"""Detects and reads printed pyramids (four-faced dice)."""
