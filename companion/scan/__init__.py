"""Counts a deck from pictures of its cards: counted, missing and surplus cards, violations.

`picture → readings → tally → result`. Only `look` processes pixels. docs/scan.md describes the
result's format.
"""
