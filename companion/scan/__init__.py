"""Counting a deck: from pictures of its cards to what is there, what lacks, and what it breaks.

`picture → readings → tally → result`; docs/architecture.md, section 10.  Only `look` sees pixels;
the form of the result is in docs/scan.md.
"""
