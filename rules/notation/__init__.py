"""Text forms of actions and positions, and how people spell them."""
