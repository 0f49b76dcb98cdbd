"""Orders: their text, their rules and their options (SPH-7)."""
