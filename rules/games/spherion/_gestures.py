"""What a change of the table may mean (SPH-17.8); `_table` says how a game lies on it.

What the camera cannot see is said: a card that is drawn (`ctl.yes`; `ctl.pass` for no more).  The
dice are thrown onto the seat's control place (SPH-6.8) and become `die.star` and its kind; who has
no pyramids lays the results there together, `token.die.star`.

Orders on paper (`orders`: `rail`, `slip`) lie face down; a seat lays `ctl.yes` for each it has
written, `ctl.no` for one less.  Step by step a rail's next slot is turned over and read; what
stands on a slip is typed in.  With private pages a rail may serve, too: its cards lie face up
behind the seat's screen, where the camera above sees them, each slot one order, in their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules._action import Action, Verb
from rules._values import CHANCE, UNKNOWN, Facing
from rules.games.spherion._config import SEATS
from rules.games.spherion._globe import NOWHERE
from rules.games.spherion._intent import summon_text
from rules.games.spherion._legal import SIGNS, acting
from rules.games.spherion._state import DICE, HIDDEN_ORDER, NEUTRAL, NONE, Phase, at_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules._gestures import Change
    from rules._values import Lying
    from rules.games.spherion._state import State

__all__ = ["gestures", "rail_order"]

_RESULT = ("token.die.", "die.")
_CONTROLS = {
    "ctl.ready": (Verb.READY, ""),
    "ctl.pass": (Verb.PASS, ""),
    "ctl.claim": (Verb.DECLARE, "claim"),
    **{f"ctl.{sign}": (Verb.DECLARE, sign) for sign in SIGNS},
}
_COUNTED = {"ctl.yes": HIDDEN_ORDER, "ctl.no": "undo"}
"""What is said of orders that nobody sees: one more, one less."""


def gestures(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """What a change of the table may mean to the core, the most literal first.

    Orders are resolved by the core, so on the globe only three things are said by hand: the face
    of a card that was asked for, a card of the piece set, a target that was touched.
    """
    yield from _thrown(state, changes)
    yield from _railed(state, changes)
    for change in changes:
        if change.after is None:
            continue
        zone = change.cell.split(".")
        if change.cell.endswith(".control"):
            yield from _control(state, change.cell.removesuffix(".control"), change.after)
        elif zone[1:2] == ["deck"] and zone[0] in SEATS:
            yield from _to_deck(state, zone[0], change.after)
        elif change.cell in state.config.globe.index or zone[0] == "wall":
            yield from _on_globe(state, change)


def _thrown(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """All results of a throw, lying together on the control place of whose dice they are."""
    for seat in SEATS:
        lying = [c.after.card for c in changes if c.after and c.cell == f"{seat}.control"]
        names = [card.rpartition(".")[2] for card in lying if card.startswith(_RESULT)]
        faces = [letter for name in names for letter in DICE if name.upper().startswith(letter)]
        if state.phase is Phase.ROLL and len(faces) == state.config.dice:
            order = sorted(faces, key=DICE.index)
            yield Action(CHANCE, Verb.ROLL, value="".join(order), to=seat)


def _railed(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """The order that lies open in the slot of a seat's rail whose turn it is."""
    hidden = state.config.hidden_orders
    if state.phase is not (Phase.ORDER if hidden else Phase.PLAN):
        return
    for seat, player in zip(SEATS, state.players, strict=True):
        slot = f"{seat}.rail.{(state.step if hidden else len(player.queue)) + 1}"
        pile = tuple(c.after for c in changes if c.after and c.cell == slot)
        order = rail_order(state, seat, pile) if pile else None
        if order is not None:
            yield order


def _control(state: State, seat: str, lying: Lying) -> Iterator[Action]:
    if lying.card == "ctl.yes" and state.phase in (Phase.DRAW, Phase.USE):
        yield Action(seat, Verb.DRAW)
        return
    if state.phase is Phase.PLAN and state.config.hidden_orders and lying.card in _COUNTED:
        yield Action(seat, Verb.DECLARE, value=_COUNTED[lying.card])
        return
    if lying.card == "token.initiative" and state.phase is Phase.NAME:
        yield Action(SEATS[state.seat], Verb.CHOOSE, value=seat)
        return
    meant = _CONTROLS.get(lying.card)
    if meant is None:
        return
    if state.ask is not None and state.ask.kind == "target":
        if lying.card == "ctl.pass" and NONE in state.ask.options:
            yield Action(seat, Verb.CHOOSE, value=NONE)
        return
    verb, value = meant
    pieces: tuple[str, ...] = ()
    if value == "claim" and state.phase is Phase.PLAN:
        pieces = tuple(sorted(state.config.pieces))
    yield Action(seat, verb, value=value, also=pieces)


def _to_deck(state: State, seat: str, lying: Lying) -> Iterator[Action]:
    """A card goes into the deck while a Hammer is traded (SPH-6.7).

    Face down it cannot be told from the deck: then the Hammer's result is laid on it.
    """
    if state.phase is Phase.USE:
        hidden = lying.facing is Facing.DOWN or lying.card.startswith(_RESULT)
        card = UNKNOWN if hidden else lying.card
        yield Action(seat, Verb.PLACE, card=card, to=f"{seat}.deck")


def _on_globe(state: State, change: Change) -> Iterator[Action]:
    ask, after = state.ask, change.after
    if ask is None or after is None:
        if state.phase is Phase.SPAWN and after is not None and after.facing is Facing.DOWN:
            yield Action(CHANCE, Verb.CHOOSE, value=change.cell)
        return
    target = change.cell.removeprefix("wall.")
    if ask.kind == "face" and after.facing is Facing.UP:
        seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
        if after.owner == ("" if ask.seat == NEUTRAL else seat):
            yield Action(seat, Verb.FLIP, at=change.cell, card=after.card)
    elif ask.kind == "target" and target in ask.options:
        yield Action(min(acting(state)), Verb.CHOOSE, value=target)


def rail_order(state: State, seat: str, pile: tuple[Lying, ...]) -> Action | None:
    """The order that the cards of a rail's slot write, or None if they write none (SPH-17.3).

    The hand card of a SUMMON or SET lies in the slot as it is to be played; one that lies face
    down is `?`, and is taken for a monster if tributes lie with it or it lies sideways.  To other
    orders it means nothing: it was left there by an order that came to nothing.
    """
    words = [lying.card for lying in pile if lying.card.startswith("ctl.")]
    hand = [lying for lying in pile if not lying.card.startswith("ctl.")]
    actors = [w.removeprefix("ctl.").removeprefix("unit.") for w in words if _is_actor(w)]
    orders = [w.removeprefix("ctl.") for w in words if not _is_actor(w)]
    if len(orders) != 1:
        return None
    kind, _, number = orders[0].partition(".")
    text = None
    if kind == "place" and len(hand) == 1:
        text = _placed(state, hand[0], number, actors)
    elif kind == "fuse" and len(hand) == 1 and len(actors) == 1:
        text = _fused(state, seat, actors[0], int(number), hand[0].card)
    elif kind == "wait" and not actors:
        text = "wait"
    elif len(actors) == 1 and kind in ("move", "flip", "turn"):
        text = ":".join((kind, actors[0], *([number] if number else [])))
    return None if text is None else Action(seat, Verb.DECLARE, value=text)


def _is_actor(word: str) -> bool:
    return word == "ctl.dm" or word.startswith("ctl.unit.")


def _placed(state: State, lying: Lying, direction: str, actors: list[str]) -> str:
    facing = "up" if lying.facing is Facing.UP else "down"
    known = state.config.cards.get(lying.card)
    sideways = lying.turn % 2 == 1
    monster = known.level > 0 if known is not None else sideways or bool(actors)
    if not monster:
        return f"set:{lying.card}:{direction}:{facing}"
    position = "defence" if sideways else "attack"
    tributes = tuple(sorted(int(actor) for actor in actors if actor != "dm"))
    return summon_text(lying.card, int(direction), facing, position, tributes)


def _fused(state: State, seat: str, actor: str, direction: int, card: str) -> str | None:
    unit = state.players[SEATS.index(seat)].units[0 if actor == "dm" else int(actor)]
    if unit is None or unit.cell == NOWHERE:
        return None
    found = at_cell(state, state.config.globe.steps[unit.cell][direction])
    return f"fuse:{actor}:{found[1]}:{card}" if found is not None else None
