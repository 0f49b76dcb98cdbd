"""Automatic players at a simulated table, for demos, campaigns and tests."""
