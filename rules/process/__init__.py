"""Start, interruption and installation hints, shared by all programs."""
