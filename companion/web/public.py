"""Public notices: secrets are removed before a notice is put into words.

The game's public view of a position, `Rules.view(state, None)`, determines what is secret:

  an action that does not change the public position is reported without its content,
   and so is one that another seat must still perform at the same time
  a refused declaration is reported where declarations are public
  for written orders, only their number and refusals are reported, never their content
  the card of an action is named if the public position names it more or less often than
   before, or if it is chosen
  only the first event that names the card is the action itself; later events may be about a
   second copy
  any other card is named where it is open, or was revealed, on the cell in question before
   or after, as is an open card that is turned over
  every other card is `UNKNOWN`

Another copy of a card on the table therefore does not reveal which card is drawn. At a real table,
the referee rarely has more information than this; private pages may provide more.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.referee.notices import Accepted, Notice, NotNow, Question, Refused
from companion.referee.secrecy import looks_same, only_count_is_public
from rules import UNKNOWN, Action, Event, Facing, Rules, Verb, Violation, load_catalog
from rules.core.event import REVEALED

_WORD = re.compile(r"\w+")
_TIMES = re.compile(r"(\w+)\*(\d+)|(\w+)")
_SPOKEN = frozenset((Verb.DECLARE, Verb.CHOOSE, Verb.READY))


def mentions(text: str, cards: Iterable[str]) -> Counter[str]:
    """Count how often a position's text names each card."""
    known = set(cards)
    found: Counter[str] = Counter()
    for many, number, one in _TIMES.findall(text):
        if (many or one) in known:
            found[many or one] += int(number or 1)
    return found


def is_secret(record: Notice, game: Rules[Any], before: Any, after: Any) -> bool:  # noqa: ANN401 - the game's own states
    """Return True if only the acting seat may see the notice's content."""
    action = record.action
    if action is None or action.verb is not Verb.DECLARE:
        return False
    if isinstance(record, Refused):
        return _kept(game, before, action)
    return isinstance(record, Accepted) and _around(game, before, after).still


def is_hidden_from_all(record: Notice, game: Rules[Any], before: Any, after: Any) -> bool:  # noqa: ANN401 - as above
    """Return True if only the acting seat may learn that the notice exists."""
    if record.action is None or not is_secret(record, game, before, after):
        return False
    return not only_count_is_public(game, record.action, before, after)


def _kept(game: Rules[Any], state: Any, action: Action) -> bool:  # noqa: ANN401 - as above
    """Return True if a refused declaration must stay secret.

    This applies to orders given while other seats give orders, or while some order would change
    nothing public, and to orders out of turn, which may repeat a secret. An order out of turn that
    is only one of the game's terms, such as the request for a new hand, is public.
    """
    if _opens(game, state, action.seat):
        return False
    acting = game.to_act(state)
    word = action.at or action.value in load_catalog(game.slug).terms
    if len(acting) > 1 or (action.seat not in acting and not word):
        return True
    return any(
        looks_same(game, state, game.advance(state, one)[1])
        for one in game.legal(state)
        if one.verb is Verb.DECLARE
    )


def _opens(game: Rules[Any], state: Any, seat: str) -> bool:  # noqa: ANN401 - as above
    """Return True if a seat's declaration is public although other seats declare, too."""
    legal = (a for a in game.legal(state) if a.seat == seat and a.verb is Verb.DECLARE)
    first = next(legal, None)
    if first is None or not first.value:
        return False
    positions = state, game.advance(state, first)[1]
    counts = [game.notation.format(game.view(each, None)).count(first.value) for each in positions]
    return counts[1] > counts[0]


def public_record(record: Notice, game: Rules[Any], before: Any, after: Any) -> Notice:  # noqa: ANN401 - the game's own states
    """Return a notice without its secrets, given the full positions before and after it."""
    if not isinstance(record, Accepted | Refused | Question | NotNow):
        return record
    around, action = _around(game, before, after), record.action
    if isinstance(record, NotNow):
        return dataclasses.replace(record, events=around.events(record.events, None))
    if action is None:
        return record
    accepted = isinstance(record, Accepted)
    if isinstance(record, Accepted) and _sealed(around, before, after, action):
        bare = Action(action.seat, action.verb)
        return dataclasses.replace(record, action=bare, awaits=(), events=())
    shown = not accepted or action.verb is Verb.FLIP
    known = around.action(action, shown=shown)
    if not isinstance(record, Refused):
        events = around.events(record.events, known)
        return dataclasses.replace(record, action=known, events=events)
    if action.verb not in _SPOKEN:
        return dataclasses.replace(record, action=known)
    if not _kept_or_hidden(game, before, action, around):
        heard = tuple(map(around.violation, record.violations))
        return dataclasses.replace(record, violations=heard)
    silent = tuple(_whose_turn(v, game.to_act(before)) for v in record.violations)
    masked = Action(action.seat, action.verb)
    return dataclasses.replace(record, action=masked, violations=silent)


def _sealed(around: _Around, before: Any, after: Any, action: Action) -> bool:  # noqa: ANN401 - as above
    """Return True if an action's content is secret, at least until other seats have acted."""
    game = around.game
    secret = around.still or _waits(game, before, after, action)
    return secret and not only_count_is_public(game, action, before, after)


def _whose_turn(violation: Violation, acting: frozenset[str]) -> Violation:
    """Return a violation with only its public facts: seats that are to act."""
    facts = tuple((key, seat) for key, seat in violation.facts if key == "seat" and seat in acting)
    return dataclasses.replace(violation, facts=facts)


def _kept_or_hidden(game: Rules[Any], state: Any, action: Action, around: _Around) -> bool:  # noqa: ANN401 - as above
    """Return True if a refused action is at least partly secret."""
    if action.verb is not Verb.DECLARE or _kept(game, state, action):
        return True
    return around.action(action, shown=False) != action


def _waits(game: Rules[Any], before: Any, after: Any, action: Action) -> bool:  # noqa: ANN401 - as above
    """Return True if another seat has yet to act and must not learn of this action before.

    An action that the game did not request, such as conceding, is exempt.
    """
    acting = game.to_act(before)
    if action.verb not in _SPOKEN or before is after or action.seat not in acting:
        return False
    if not (acting - {action.seat}) & game.to_act(after):
        return False
    return action.verb is not Verb.DECLARE or not _opens(game, before, action.seat)


@dataclass(frozen=True, slots=True)
class _Around:
    """The public positions before and after an action, and the cards they reveal."""

    game: Rules[Any]
    cards: frozenset[str]
    words: frozenset[str]
    still: bool
    moved: frozenset[str]
    face_up: frozenset[tuple[str, str]]

    def names(self, card: str, cells: Iterable[str]) -> bool:
        """Return True if a card on one of `cells`, or moved to or from it, may be named."""
        return any((cell, card) in self.face_up for cell in cells)

    def action(self, action: Action, *, shown: bool) -> Action:
        """Return an action's public part, with its face-up cards if it is `shown` on the table."""
        cells = [cell for cell in (action.at, action.to) if cell]
        open_ = shown and action.facing is not Facing.DOWN
        card, value = action.card, action.value
        known = open_ or card in self.moved or self.names(card, cells)
        if card in self.cards and not known:
            card = UNKNOWN
        if self._secret(value, cells) and _chosen(action) not in self.moved:
            value = ""
        also = tuple(UNKNOWN if self._secret(c, cells) else c for c in action.also)
        return dataclasses.replace(action, card=card, value=value, also=also)

    def events(self, events: Iterable[Event], action: Action | None) -> tuple[Event, ...]:
        """Return an action's events; the first one that mentions its public card names the card.

        A card that was revealed stays public in later events, even if it is gone at the end.
        """
        public: list[Event] = []
        around = self
        card = action.card or _chosen(action) if action else ""
        for event in events:
            first = self._under(event, action) if not public else ""
            public.append(around._event(event, first or card))
            card = "" if event.card == card else card
            if event.kind == REVEALED:
                seen = (event.cell, event.card)
                around = dataclasses.replace(around, face_up=around.face_up | {seen})
        return tuple(public)

    def _under(self, event: Event, action: Action | None) -> str:
        """Return the event's card if an action uncovers it and it may be named, else ""."""
        if action is None or not action.at or action.card or event.cell or event.to:
            return ""
        return event.card if self.names(event.card, [action.at]) else ""

    def _event(self, event: Event, known: str) -> Event:
        if event.kind == REVEALED:
            return event
        cells = [cell for cell in (event.cell, event.to) if cell]
        card, value = event.card, event.value
        hidden = card != known and not self.names(card, cells)
        if card in self.cards and hidden and not self.game.captions.is_public(event):
            card = UNKNOWN
        word = f"{event.kind}_{value}" in self.words  # the value may also be a word, not a card
        if not word and self._secret(value, cells):
            # In an order, only the card is secret.
            value = ":".join(map(self._masked, value.split(":"))) if ":" in value else ""
        items = tuple(UNKNOWN if self._secret(each, cells) else each for each in event.items)
        return event._replace(card=card, value=value, items=items)

    def _masked(self, part: str) -> str:
        return UNKNOWN if part in self.cards else part

    def violation(self, violation: Violation) -> Violation:
        """Return a violation, without its facts if they name a card that is not public."""
        cells = [value for _, value in violation.facts]
        hidden = any(self._secret(value, cells) for value in cells)
        return dataclasses.replace(violation, facts=()) if hidden else violation

    def _secret(self, text: str, cells: list[str]) -> bool:
        named = [word for word in _WORD.findall(text) if word in self.cards]
        return any(not self.names(card, cells) for card in named)


def _chosen(action: Action) -> str:
    """Return the chosen value, such as a card, or ""."""
    return action.value if action.verb is Verb.CHOOSE else ""


def _around(game: Rules[Any], before: Any, after: Any) -> _Around:  # noqa: ANN401 - as above
    catalog = load_catalog(game.slug)
    cards = frozenset(catalog.cards)
    views = [game.view(state, None) for state in (before, after)]
    first, second = (mentions(game.notation.format(view), cards) for view in views)
    moved = frozenset(card for card in first | second if first[card] != second[card])
    placed = frozenset(
        (cell, one.card)
        for view in views
        for cell, pile in game.table.layout(view).items()
        for one in pile
        if one.facing is Facing.UP
    )
    still = before is not after and looks_same(game, before, after)
    return _Around(game, cards, frozenset(catalog.event_texts), still, moved, placed)
