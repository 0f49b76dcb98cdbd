"""Messages for people in three languages, and the choice of a language."""
