"""Data files read as checked values, with every fault and its line."""
