"""Printed pyramids (four-faced dice): detection and reading."""
