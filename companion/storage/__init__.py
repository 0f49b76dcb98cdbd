"""Files kept beside a match or in the user's folders, written whole."""
