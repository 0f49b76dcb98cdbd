"""Counts a deck from pictures of its cards; reports missing and surplus cards and violations.

`picture → readings → tally → result`. Only `look` processes pixels. docs/scan.md describes the
result's format.
"""
