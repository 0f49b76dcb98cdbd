"""Hidden cards: views, candidates and worlds."""
