"""Text of a position; an omitted line has its default.

    round 2                         the current round (default: one more than the results)
    phase items                     one of the values of `Phase`
    won B                           the winner of each finished round, "=" if drawn
    marker A                        the holder of the priority marker (default: the last loser)
    A holds jb2 jb3 jb4 jb5 ji1     not on the spent pile: in hand or on the field (default: all)
    beast A jb2 up @3               on A's beast place; "?" unknown, "up" or "down", @ its ply
    item A.item1 ? B down @5        the cell, the card, its owner; in the order of placement
    turn B 2                        B is to place or decline, after 1 turn of this phase
                                    (default: the first turn, of the seat that acts first)
    declined A                      seats whose token says "declined"
    owes A                          must put a beast on the spent pile (JGS-10.2)
    watched                         players turn the cards up by hand, as before a camera
    ordered                         A places before B, as the counting of JGS section 12 does
    ply 7                           actions so far

The empty text is a first round with the marker at A. `#` starts a comment.
"""

from __future__ import annotations

from rules.core.values import UNKNOWN
from rules.games.jiguan.cards import bits
from rules.games.jiguan.config import SEATS
from rules.games.jiguan.position.read import RESULTS
from rules.games.jiguan.position.validate import round_of
from rules.games.jiguan.state import HIDDEN, Phase, State


def format_state(state: State) -> str:
    """Return the position's lines without redundant defaults."""
    lines = [f"round {round_of(state)}", f"phase {state.phase.value}"]
    if state.results:
        lines.append("won " + " ".join(RESULTS[won + 1] for won in state.results))
    lines.append(f"marker {SEATS[state.marker]}")
    for seat, name in enumerate(SEATS):
        cards = state.config.cards[seat]
        lines.append(" ".join([f"{name} holds", *(cards[s] for s in bits(state.held[seat]))]))
    for placed in state.cards_on_field():
        place = f"beast {SEATS[placed.owner]}" if placed.place == 0 else f"item {placed.cell}"
        card = UNKNOWN if placed.slot == HIDDEN else state.config.cards[placed.owner][placed.slot]
        owner = f" {SEATS[placed.owner]}" if placed.place else ""
        lines.append(f"{place} {card}{owner} {'up' if placed.up else 'down'} @{placed.ply}")
    if state.phase is Phase.ITEMS or state.turns or state.turn:
        lines.append(f"turn {SEATS[state.turn]} {state.turns + 1}")
    for word, pair in (("declined", state.declined), ("owes", state.must_discard)):
        if any(pair):
            lines.append(" ".join([word, *(s for s, on in zip(SEATS, pair, strict=True) if on)]))
    lines += [word for word in ("watched", "ordered") if getattr(state, word)]
    lines.append(f"ply {state.ply}")
    return "\n".join(lines) + "\n"
