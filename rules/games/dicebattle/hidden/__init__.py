"""Hidden cards: views, possible identities and worlds."""
