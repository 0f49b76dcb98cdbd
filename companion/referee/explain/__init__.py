"""Explanation of changes on the table: search, chance, questions, refusals."""
