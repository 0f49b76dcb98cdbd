"""Printed pyramids (four-faced dice): found and read."""
