"""Dice: found, read and tracked."""
