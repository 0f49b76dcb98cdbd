"""Camera check-up and camera planning."""
