"""The tests; a real package, so that no installed `tests` can stand in for it."""
