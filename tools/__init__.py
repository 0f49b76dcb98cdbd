"""Generators of committed data, pictures and pages; no part of the wheel."""
