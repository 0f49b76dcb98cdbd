"""機官算盡 (Ji Guan, "Five-Element Officials"): clauses JGS, two players, five hidden duels.

The modules are `cards`, `config`, `state`, `legal`, `violations`, `flow` and `fold` (events),
`position` (text) and `table`.
"""

from rules.games.jiguan.game import GAME

__all__ = ["GAME"]
