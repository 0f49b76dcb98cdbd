"""Text forms of actions and positions, and tolerance for people's spelling."""
