"""Resolution of steps into events, and the fold of events into the state (SPH-8 to SPH-14)."""
