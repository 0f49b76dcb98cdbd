"""Checks a camera's picture, and plans a camera's mount."""
