"""The mat: its pose, its cells and what is on them."""
