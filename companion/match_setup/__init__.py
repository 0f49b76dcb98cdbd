"""A match put together: options, printed cards and mats, decks, players."""
