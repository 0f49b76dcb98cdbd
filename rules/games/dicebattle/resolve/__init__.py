"""Resolution of effects and battle steps into events, and the fold of events into a state."""
