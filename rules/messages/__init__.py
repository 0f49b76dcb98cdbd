"""Messages for people in three languages, and the choice of the language."""
