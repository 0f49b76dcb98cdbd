"""Card data: tables, cards, decks, clauses, settings, with all faults at once."""
