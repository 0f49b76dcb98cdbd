"""Players that are programs: random, greedy, and a search in what a seat may know."""
