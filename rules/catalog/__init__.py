"""Game data: tables, cards, decks, clauses and settings, with all faults reported together."""
