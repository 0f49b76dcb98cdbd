"""Simulated matches: playouts, tallies and plots."""
