"""Tracks the mat: its pose, its cells and their contents."""
