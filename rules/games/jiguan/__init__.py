"""機官算盡 (Ji Guan, "Five-Element Officials"): clauses JGS, two players, five hidden duels.

The modules: `cards` and `config`, `state`, `legal` and `violations`, `flow` and `fold` (events),
`position` (text), `table`.
"""

from rules.games.jiguan.game import GAME, JiGuan

__all__ = ["GAME", "JiGuan"]
