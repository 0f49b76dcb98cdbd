"""Detects, reads and tracks dice."""
