"""Effects and battle steps resolved into events, and the fold into a state."""
