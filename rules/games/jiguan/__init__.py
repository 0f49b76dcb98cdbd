"""機官算盡 (Ji Guan, "Five-Element Officials"): clauses JGS, two players, five hidden duels.

The parts: `_cards` (elements and items), `_config` (settings and sets), `_state` (position),
`_fold` (events), `_legal` (who may act, and what), `_broken` (why not), `_flow` (what follows),
`_text` and `_sound` (positions as text), `_table` (mat, layout, gestures, views).
"""

from __future__ import annotations

from rules.games.jiguan._game import GAME, JiGuan

__all__ = ["GAME", "JiGuan"]
