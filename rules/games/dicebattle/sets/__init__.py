"""Sets: the cards that may be set together, and violations in the dice phase (DBM-6, DBM-7)."""
