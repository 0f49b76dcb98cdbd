"""Files of a match or of a user, written atomically."""
