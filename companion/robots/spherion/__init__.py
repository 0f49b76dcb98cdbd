"""Robot players for Spherion, which has secret orders."""
