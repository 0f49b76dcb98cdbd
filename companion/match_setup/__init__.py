"""Set-up of a match: options, printed cards and mats, decks, players."""
