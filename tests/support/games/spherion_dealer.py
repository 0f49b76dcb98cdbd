"""Seeded random outcomes for games without a table, each from its own stream.

A `Dealer` is outside the rules, like a player: it sees a state and returns the action of the
chance seat (SPH-16.1, SPH-16.5). The same seed and the same orders give the same game.
"""

from __future__ import annotations

from rules.core.action import Action, Verb
from rules.core.chance import Stream, shuffled
from rules.core.values import CHANCE
from rules.games.spherion.config import SEATS
from rules.games.spherion.legal import SIGNS, eligible
from rules.games.spherion.state import DICE, Phase, State

_STREAMS = (
    *(f"{what}.{seat}" for what in ("dice", "deck") for seat in SEATS),
    "powerup.pile",
    "powerup.cell",
    "jkp",
)


class Dealer:
    """The chance seat of one game; an invalid seed raises `ValueError`."""

    def __init__(self, seed: str) -> None:
        """Open every stream at its first word."""
        self.seed = seed
        self._streams = {name: Stream(seed, name) for name in _STREAMS}

    def outcome(self, state: State) -> Action:
        """Return the action of the chance seat, which must be the seat to act."""
        seat = SEATS[state.seat]
        match state.phase:
            case Phase.DEAL | Phase.MIX:
                deck = state.players[state.seat].deck
                return self._shuffled(f"deck.{seat}", f"{seat}.deck", deck)
            case Phase.PILE:
                return self._shuffled("powerup.pile", "pile", state.config.pile)
            case Phase.RESTOCK:
                return self._shuffled("powerup.pile", "pile", state.used)
            case Phase.MAZE:
                return Action(CHANCE, Verb.CHOOSE, value=self.seed)
            case Phase.SPAWN:
                cells = eligible(state)
                cell = cells[self._streams["powerup.cell"].below(len(cells))]
                return Action(CHANCE, Verb.CHOOSE, value=state.config.globe.names[cell])
            case _:
                dice = self._streams[f"dice.{seat}"]
                faces = "".join(DICE[dice.below(4)] for _ in range(state.config.dice))
                return Action(CHANCE, Verb.ROLL, value=faces, to=seat)

    def sign(self) -> str:
        """Return rock, paper or scissors for a seat that lets the seed choose (SPH-16.5)."""
        return SIGNS[self._streams["jkp"].below(3)]

    def _shuffled(self, stream: str, to: str, cards: tuple[str, ...]) -> Action:
        order = shuffled(cards, self._streams[stream].below)
        return Action(CHANCE, Verb.DRAW, to=to, also=order)
