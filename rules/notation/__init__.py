"""Text forms of actions and positions, and tolerant spelling for people."""
