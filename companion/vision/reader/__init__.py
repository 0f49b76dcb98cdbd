"""Reads the tags in one picture: candidates, registration, matching."""
