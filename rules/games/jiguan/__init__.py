"""機官算盡 (Ji Guan, "Five-Element Officials"): clauses JGS, two players, five hidden duels.

The parts: `_cards` (elements and items), `_config` (settings and sets), `_state` (position and
fold), `_rules` (who may act, legal, broken), `_flow` (what follows), `_text` and `_sound`
(positions as text), `_table` (mat, layout, gestures, views).
"""

from __future__ import annotations

from rules.games.jiguan._game import GAME, JiGuan

__all__ = ["GAME", "JiGuan"]
