"""A match's set-up: options, printed cards and mats, decks, players."""
