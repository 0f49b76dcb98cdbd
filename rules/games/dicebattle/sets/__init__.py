"""Sets: cards that may be set together, and refusals of the dice phase (DBM-6, DBM-7)."""
