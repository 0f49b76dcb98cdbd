"""Validation of a position's battle, queue and stars."""

from __future__ import annotations

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import TOKEN, Effect
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.state import Phase, Placed, State
from rules.messages.message import Message, alternatives
from rules.notation.lines import Lines


def cards_in_zones(state: State, seat: int) -> tuple[Placed, ...]:
    """Return all cards in a seat's zones."""
    player = state.players[seat]
    return player.main + player.circle + player.stock


def check_battle(lines: Lines, state: State) -> None:
    """Check that a battle has a winner only after it, as its levels say (DBM-8.11, DBM-8.12)."""
    battle = state.battle
    word = lines.key("battle")
    for key, name in () if battle.stage else (("queue", ""), *(("used", seat) for seat in SEATS)):
        if (key, name) in lines:
            what = Message("dicebattle.no_battle", line=key)
            raise lines.key(key, name).wrong(what, Message("add_example", form="battle battle 5,3"))
    flags = [w.text for w in lines.rest("battle")]
    if "winner.A" in flags and "winner.B" in flags:
        raise word.wrong(
            Message("dicebattle.one_winner"),
            Message("write", words=alternatives(("winner.A", "winner.B"))),
        )
    used = (state.config.cards[card] for cards in battle.used for card in cards)
    early = battle.winner >= 0 or battle.margin or any(card.grant is None for card in used)
    if battle.stage == "battle" and early:
        fix = Message("dicebattle.over_or_out")
        raise word.wrong(Message("dicebattle.still_fights"), fix)
    a, b = battle.levels
    if battle.margin:
        winner = int((a < b) != battle.low) if a != b else -1
        if battle.margin != abs(a - b) or battle.winner != winner:
            form = f"margin.{abs(a - b)}" + (f" winner.{SEATS[winner]}" if a != b else "")
            fix = Message("write", words=form)
            raise word.wrong(Message("dicebattle.levels_give_not", level=a, other_level=b), fix)
    _queue(lines, state)


def _queue(lines: Lines, state: State) -> None:
    """Check that a queued card is in its zone or was used, with its printed level (DBM-8.3)."""
    cells = {placed.cell: placed.card for seat in (0, 1) for placed in cards_in_zones(state, seat)}
    words = lines.rest("queue")
    for word, entry in zip(words, state.battle.queue, strict=True):
        card = state.config.cards[entry.card]
        level = card.grant_level if ".stock" in entry.cell else card.level
        if entry.level != level:
            fix = Message("write", words=f"{entry.cell}={entry.card}/{level}")
            raise word.wrong(Message("dicebattle.its_level", card=entry.card, level=level), fix)
        is_there = cells.get(entry.cell) == entry.card
        if not is_there and (state.battle.stage == "battle" or ".stock" in entry.cell):
            fix = Message("dicebattle.zone_or_off", card=entry.card)
            raise word.wrong(Message("dicebattle.lies_not", card=entry.card, cell=entry.cell), fix)
        if not is_there and entry.card not in state.battle.used[entry.seat]:
            fix = Message("add_example", form=f"used {entry.cell[0]} {entry.card}")
            raise word.wrong(Message("dicebattle.not_used", card=entry.card), fix)


def check_stars(lines: Lines, state: State, seat: int) -> None:
    """Check that the stars are possible and that the game ended in time (DBM-9.1 to 9.4)."""
    name, enough = SEATS[seat], state.config.stars_to_win
    stars, battle = state.players[seat].stars, state.battle
    word = lines.at("stars", 0, name)
    if stars and state.round <= 1 and not battle.stage:
        what = Message("dicebattle.early_stars", owner=name)
        raise word.wrong(what, Message("dicebattle.out_or_later"))
    fought = [*battle.used[seat], *(placed.card for placed in cards_in_zones(state, seat))]
    most = enough + sum(_gains(state, card) for card in fought)
    counting = battle.stage == "battle" or any(step.name == "stars" for step in state.agenda)
    if state.phase is not Phase.END and not counting:
        most = enough - 1
    if stars > most:
        what = Message("dicebattle.won_already", owner=name, count=stars)
        if state.phase is Phase.END:
            what = Message("dicebattle.too_many_stars", owner=name, count=stars)
        raise word.wrong(what, Message("dicebattle.stars_range", most=most, all=enough))


def _gains(state: State, card: str) -> int:
    """Return how many stars a card can give its owner in one battle."""
    if card in (UNKNOWN, TOKEN):
        return 0
    facts = state.config.cards[card]
    effects: tuple[Effect | None, ...] = (facts.effect, facts.grant)
    return sum(op.n for e in effects if e is not None for op in e.operations if op.name == "star")
