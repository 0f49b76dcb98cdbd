"""Counting a deck: from pictures of its cards to what is there, what lacks, and what it breaks.

`picture → readings → tally → result`.  Only `look` sees pixels;
the form of the result is in docs/scan.md.
"""
