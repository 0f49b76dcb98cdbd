"""Reads the tags in one picture, in three steps: candidates, registration, matching."""
