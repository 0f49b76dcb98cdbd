"""Table form of the game, and interpretation of changes on the table (rules, section 18).

Theory of operation. For each seat the mat has six places in the main zone, five in the magic circle
and twelve in the stock zone, where grants are sideways. These places and the two places of the
action cards are tracked. The deck, graveyard, stars, die tray, first-player marker and redraw
counter are kept by the players and not tracked.

Substitutes for what the camera cannot see:

    the die                     itself, rolled in one's own tray; if the camera cannot read it,
                                `token.die1` … `token.die6` in a tray, or a spoken number
    the end of the dice phase   the control card `ctl.ready` or `ctl.done`, or a spoken "set"
    a shown hand                the redraw counter `token.redraw`, or a spoken "redraw"
    yes and no                  a token or `ctl.yes`, `ctl.no`; touching the card means yes
    the identity of a set card  `?`, bound when it is turned up
    levels                      nothing: the core computes them
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.core.action import CHOOSE, DECLARE, FLIP, PASS, PLACE, READY, REMOVE, ROLL, Action
from rules.core.candidate_actions import Change, literal_actions
from rules.core.rules import TableForm
from rules.core.values import CHANCE, DOWN, UNKNOWN, UP, Facing, Layout, PlacedCard, Zone
from rules.games.dicebattle.cards import FACES, MIRACLE, REVIVAL, TOKEN
from rules.games.dicebattle.config import PLACES, SEATS
from rules.games.dicebattle.phases import PHASES
from rules.games.dicebattle.resolve.effects import card_at
from rules.games.dicebattle.state import Phase, Placed, State

_SIDEWAYS = 1
"""Orientation of grants (DBM-7.1), in quarter turns."""
_LOOSE = ("deck", "grave", "star", "tray", "first", "redraw", "control")
_DIE = "token.die"
_THROWN = "die."
_YES = ("ctl.yes", "token.yes")
_NO = ("ctl.no", "token.no", "ctl.end_turn", "ctl.done", "ctl.ready")
_DONE = ("ctl.ready", "ctl.done", "ctl.end_turn", "token.done")


def table_form() -> TableForm:
    """Return the mat `battle` and its zones."""
    zones: list[Zone] = []
    for seat in SEATS:
        for zone, count in PLACES.items():
            turn = _SIDEWAYS if zone == "stock" else 0
            zones += [Zone(f"{seat}.{zone}{n}", owner=seat, turn=turn) for n in range(1, count + 1)]
        zones += [Zone(f"{seat}.{name}", owner=seat) for name in (MIRACLE, REVIVAL)]
        zones += [_untracked_zone(seat, name) for name in _LOOSE]
    return TableForm(
        "battle",
        tuple(zones),
        {"A": 0, "B": 180},
        {"sun": "A", "moon": "B"},
        face_down=True,
    )


def _untracked_zone(seat: str, name: str) -> Zone:
    dice = ("d6", "paper-d6") if name == "tray" else ()
    return Zone(f"{seat}.{name}", tracked=False, owner=seat, pile=True, dice=dice)


def layout(state: State) -> Layout:
    """Return the visible layout: no hands, and only the backs of face-down cards."""
    piles: dict[str, tuple[PlacedCard, ...]] = {}
    for number, (seat, player) in enumerate(zip(SEATS, state.players, strict=True)):
        for placed in player.main + player.circle + player.stock:
            piles[placed.cell] = (_visible(placed, seat),)
        for name, up in ((MIRACLE, player.miracle), (REVIVAL, player.revival)):
            piles[f"{seat}.{name}"] = (PlacedCard(name, seat, UP if up else DOWN),)
        if player.deck:
            piles[f"{seat}.deck"] = (PlacedCard(UNKNOWN, seat, DOWN),) * len(player.deck)
        if player.grave:
            piles[f"{seat}.grave"] = tuple(PlacedCard(card, seat) for card in player.grave)
        if player.stars:
            piles[f"{seat}.star"] = (PlacedCard("token.star", seat),) * player.stars
        if player.roll:
            piles[f"{seat}.tray"] = (PlacedCard(f"{_DIE}{player.roll}", seat),)
        if player.redraws:
            piles[f"{seat}.redraw"] = (PlacedCard("token.redraw", seat),) * player.redraws
        if state.round and state.first == number:
            piles[f"{seat}.first"] = (PlacedCard("token.first", seat),)
    return piles


def _visible(placed: Placed, seat: str) -> PlacedCard:
    turn = _SIDEWAYS if ".stock" in placed.cell else 0
    if placed.up:
        return PlacedCard(placed.card, seat, turn=turn)
    return PlacedCard(UNKNOWN, seat, DOWN, turn)


def candidate_actions(state: State, changes: tuple[Change, ...]) -> Iterator[Action]:
    """Yield the actions that changes on the table may represent, the most literal first."""
    field: list[Change] = []
    for change in changes:
        name = change.cell.partition(".")[2]
        if name in _LOOSE:
            yield from _untracked_change(state, change, name)
        elif name in (MIRACLE, REVIVAL):
            if _turned(change, DOWN):
                yield Action(change.cell[0], FLIP, at=change.cell)
        elif _turned(change, UP) and change.after is not None:
            yield Action(change.cell[0], FLIP, change.after.card, change.cell)
        else:
            field.append(change)
    for action in literal_actions(PHASES[state.phase].who(state), tuple(field)):
        yield _owned(action)


def _turned(change: Change, to: Facing) -> bool:
    before, after = change.before, change.after
    return before is not None and after is not None and before.facing is not to is after.facing


def _owned(action: Action) -> Action:
    """Assign a placement or removal to the zone's owner; the token is face up."""
    if action.verb is PLACE and action.to[:2] in ("A.", "B."):
        seat = action.to[0]
        if action.card == TOKEN:
            return Action(seat, PLACE, TOKEN, to=action.to)
        return Action(seat, PLACE, action.card, "", action.to, action.facing, action.turn)
    return action


def _untracked_change(state: State, change: Change, name: str) -> Iterator[Action]:
    """Interpret a change of a die, a counter, a control card or a graveyard."""
    seat, after = change.cell[0], change.after
    card = after.card if after is not None else ""
    if name == "tray" and card.startswith((_DIE, _THROWN)) and card[-1] in FACES:
        if _shows_roll(state, SEATS.index(seat), int(card[-1])):
            return
        is_token = card.startswith(_DIE) and CHANCE in PHASES[state.phase].who(state)
        yield Action(CHANCE, ROLL, to=SEATS[state.seat] if is_token else seat, value=card[-1])
    elif name == "redraw" and after is not None:
        yield Action(seat, DECLARE, value="redraw")
    elif name == "first" and after is not None:
        for chooser in PHASES[state.phase].who(state):
            yield Action(chooser, CHOOSE, value=seat)
    elif name == "control":
        yield from _control(state, seat, card)
    elif name == "grave":
        yield from _graveyard(state, seat, change)


def _shows_roll(state: State, player: int, pips: int) -> bool:
    """Return True if a die shows the valid roll again, as after an extra throw (DBM-5.2)."""
    awaited = state.phase in (Phase.ROLL, Phase.ROLL_OFF) and state.seat == player
    return not awaited and state.players[player].roll == pips


def _control(state: State, seat: str, card: str) -> Iterator[Action]:
    if state.phase is Phase.SET:
        if card in _DONE:
            yield Action(seat, READY)
    elif state.phase in (Phase.RECOVER, Phase.REVIVE) and card in state.config.cards:
        yield Action(seat, CHOOSE, value=card)  # taken from the graveyard to show it
    elif card in _YES:
        yield from _yes(state, seat)
    elif card in _NO:
        yield Action(seat, PASS)


def _yes(state: State, seat: str) -> Iterator[Action]:
    """Yield the action that "yes" means in a phase with a yes-or-no decision."""
    if state.phase in (Phase.EFFECT, Phase.PENALTY, Phase.REVIVAL, Phase.ORDER):
        first = next(PHASES[state.phase].options(state))
        yield replace(first, seat=seat, at=first.at and f"{seat}.{REVIVAL}")


def _graveyard(state: State, seat: str, change: Change) -> Iterator[Action]:
    """Interpret a card placed on the graveyard or taken from it."""
    before, after = change.before, change.after
    if state.phase is Phase.DISCARD and after is not None:
        yield Action(seat, PLACE, after.card, to=change.cell)
    elif state.phase in (Phase.RECOVER, Phase.REVIVE) and before is not None:
        yield Action(seat, CHOOSE, value=before.card)
    elif state.phase is Phase.PURGE and after is not None:
        for placed in state.players[1 - state.seat].stock:
            known = card_at(state, placed.cell)
            if known is not None and known.card == after.card:
                yield Action(SEATS[state.seat], REMOVE, at=placed.cell)
