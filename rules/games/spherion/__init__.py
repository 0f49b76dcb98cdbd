"""Spherion: two deck masters on a globe of hexagons and twelve pentagons, orders in secret."""

from rules.games.spherion._game import Spherion

__all__ = ["GAME"]

GAME = Spherion()
