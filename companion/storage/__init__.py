"""Files kept with a match or in the user's folders, written whole."""
