"""機官算盡 (Ji Guan, "Five-Element Officials"): clauses JGS, two players, five hidden duels.

The parts: `cards` (elements and items), `config` (settings and sets), `state` (position),
`fold` (events), `legal` (who may act, and what), `violations` (why not), `flow` (what follows),
`text` and `validate` (positions as text), `table` (mat, layout, gestures, views).
"""

from __future__ import annotations

from rules.games.jiguan.game import GAME, JiGuan

__all__ = ["GAME", "JiGuan"]
