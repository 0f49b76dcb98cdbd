"""Generators of committed data, pictures and pages; not part of the wheel."""
