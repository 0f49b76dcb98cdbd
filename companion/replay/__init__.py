"""A match told again from its log: step by step, as text, on paper, as a film, in one file."""
