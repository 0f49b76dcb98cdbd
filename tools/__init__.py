"""Generators of committed data, pictures and pages; the wheel does not contain them."""
