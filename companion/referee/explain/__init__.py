"""Explanation of a change of the table: search, chance, questions, refusals."""
