"""Start-up, interruption and installation hints, shared by all programs."""
