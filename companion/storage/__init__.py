"""Files of a match or of the user, written atomically."""
