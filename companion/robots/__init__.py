"""Players that act at a table by themselves: for demos, campaigns and tests."""
