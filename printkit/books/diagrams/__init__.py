"""Pictures in books: boards of a position, rows of cards, and diagrams of nodes and arrows."""
