"""Sentences for people in three languages, and the language to use."""
