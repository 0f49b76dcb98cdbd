"""Dice: detection, reading and tracking."""
