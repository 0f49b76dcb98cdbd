"""Sets: which cards may be set together, and why a set is refused (DBM-6, DBM-7)."""
