"""Mats: geometry, sheets and tiles."""
