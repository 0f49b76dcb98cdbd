"""What a change of the table means: search, chance, questions, refusals."""
