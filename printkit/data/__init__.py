"""Readers of data files, which check all values and report every fault with its line."""
