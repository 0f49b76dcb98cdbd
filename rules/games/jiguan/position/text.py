"""A position as text: a few lines that a person can write; what is left out has its default.

    round 2                         the round being played (default: one more than the results)
    phase items                     lot lay reveal items turn_up clear relay discard end
    won B                           the winner of each finished round, "=" if drawn
    marker A                        who has the priority marker (default: who lost last)
    A holds jb2 jb3 jb4 jb5 ji1     not on the spent pile: in hand or lying (default: all eight)
    beast A jb2 up @3               on A's beast place; "?" unknown, "up" or "down", @ its ply
    item A.item1 ? B down @5        the cell, the card, its owner; in the order they were laid
    turn B 2                        B is to lay or decline, 1 turn having been taken before
                                    (default: the first turn, of the seat that acts first)
    declined A                      whose token says "declined"
    owes A                          has to put a beast on the spent pile (JGS-10.2)
    watched                         hands turn the cards up, as before a camera
    ordered                         A lays before B, as the counting of JGS section 12 does
    ply 7                           actions so far

The empty text is a first round with the marker at A.  `#` starts a comment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core.values import UNKNOWN
from rules.games.jiguan.cards import bits
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.position.read import RESULTS
from rules.games.jiguan.position.validate import round_of
from rules.games.jiguan.state import HIDDEN, Phase

if TYPE_CHECKING:
    from rules.games.jiguan.state import State


def format_state(state: State) -> str:
    """The position's lines; defaults that say nothing are left out."""
    lines = [f"round {round_of(state)}", f"phase {state.phase.value}"]
    if state.results:
        lines.append("won " + " ".join(RESULTS[won + 1] for won in state.results))
    lines.append(f"marker {SEATS[state.marker]}")
    for seat, name in enumerate(SEATS):
        cards = state.config.cards[seat]
        lines.append(" ".join([f"{name} holds", *(cards[s] for s in bits(state.held[seat]))]))
    for laid in state.lying():
        place = f"beast {SEATS[laid.owner]}" if laid.place == 0 else f"item {laid.cell}"
        card = UNKNOWN if laid.slot == HIDDEN else state.config.cards[laid.owner][laid.slot]
        owner = f" {SEATS[laid.owner]}" if laid.place else ""
        lines.append(f"{place} {card}{owner} {'up' if laid.up else 'down'} @{laid.ply}")
    if state.phase is Phase.ITEMS or state.turns or state.turn:
        lines.append(f"turn {SEATS[state.turn]} {state.turns + 1}")
    for word, pair in (("declined", state.declined), ("owes", state.owing)):
        if any(pair):
            lines.append(" ".join([word, *(s for s, on in zip(SEATS, pair, strict=True) if on)]))
    lines += [word for word in ("watched", "ordered") if getattr(state, word)]
    lines.append(f"ply {state.ply}")
    return "\n".join(lines) + "\n"
