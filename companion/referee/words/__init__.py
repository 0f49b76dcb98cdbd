"""Notices put into words."""
