"""Cards, control cards and tokens: planned, set and drawn."""
