"""Orders: written, judged and drawn up (SPH-7)."""
