"""The words for actions and their consequences."""

from collections.abc import Iterable
from itertools import zip_longest

from companion.referee.explain.interpretations import BY_HAND
from companion.referee.notices import MISPLAYED, VOIDED
from companion.referee.words.wording import Wording
from rules import CHANCE, UNKNOWN, Action, Event, Facing, Message, PlacedCard, Verb
from rules.core.event import REVEALED
from rules.messages.languages import Words
from rules.messages.message import Fact, listed

_WHOLE = frozenset((MISPLAYED, VOIDED))
"""Kinds of events that are always reported, because they void an action."""
_EACH = frozenset((REVEALED, MISPLAYED, VOIDED))
"""Kinds of events that are reported for every card, not once for all cards."""
_MOST_HEADLINES = 2
ASKED = "asked"
"""Kind of the event by which a game makes a request to the players."""


def describe(
    words: Wording, action: Action, events: Iterable[Event], most: int | None = None
) -> tuple[str, ...]:
    """Return an action and its consequences in the game's words.

    The first wording is the action's. If there is no room for all events, those that name a
    clause or that the game marks take precedence. The first event of a kind takes precedence
    over later ones, and an event with only a number comes last. Events that void something,
    and the final request to the players, are always included.
    """
    wordings: dict[tuple[str, str, str], tuple[Event, str]] = {}
    for number, event in enumerate(events):
        wording = event_wording(words, event)
        if wording:
            text = _filled(words, wording, event)
            each = str(number) if event.kind == VOIDED else event.cell
            key = event.kind, each if event.kind in _EACH else "", text
            wordings.setdefault(key, (event, text))
    first = next((k for k, (event, _) in wordings.items() if _restates(event, action)), None)
    opening = next(iter(wordings), None)
    if opening and not first and action.verb not in BY_HAND:
        choice = action.verb is Verb.CHOOSE or action.seat == CHANCE
        first = opening if choice or wordings[opening][0].seat == action.seat else None
    head = wordings.pop(first)[1] if first else action_words(words, action)
    return head, *_weighed(words, [*wordings.values()], (words.most if most is None else most) - 1)


def headline(words: Wording, events: Iterable[Event], below: int = 0) -> tuple[str, ...]:
    """Return the events that decided the most, in the game's words, or () if none decided.

    The game ranks its events (`decides` in its terms). `below`: that many of the highest ranks are
    left out.
    """
    ranked: dict[str, int] = {}
    for event in events:
        rank = _rank(words, event)
        if rank:
            ranked.setdefault(event_text(words, event), rank)
    ranks = sorted({*ranked.values()}, reverse=True)[below:]
    highest = ranks[0] if ranks else 0
    return tuple(text for text, rank in ranked.items() if rank == highest)[:_MOST_HEADLINES]


def deciding_rank(words: Wording, events: Iterable[Event]) -> int:
    """Return the highest rank among events, or 0 if none decided something."""
    return max((_rank(words, event) for event in events), default=0)


def _rank(words: Wording, event: Event) -> int:
    """Return the rank of an event that decides something, or 0."""
    ranks = words.catalog.deciding
    return ranks.get(_wording_key(words, event), ranks.get(event.kind, 0))


def _weighed(words: Wording, wordings: list[tuple[Event, str]], most: int) -> list[str]:
    """Return the most important consequences, in their original order."""
    seen: set[str] = set()
    newest = {(event.kind, event.seat): at for at, (event, _) in enumerate(wordings)}
    ranks: list[tuple[int, int]] = []
    for at, (event, _) in enumerate(wordings):
        last = at == len(wordings) - 1 and event.kind == ASKED
        if event.kind in _WHOLE or last:
            rank = 0
        elif event.clause or words.catalog.caption_first & {
            event.kind,
            f"{event.kind}_{event.value}",
        }:
            rank = 1
        elif event.number and not (event.card or event.cell or event.items):
            # Earlier numbers are outdated.
            rank = 2 if newest[event.kind, event.seat] == at else 3
        else:
            rank = 3 if event.kind in seen - _EACH else 2
        seen.add(event.kind)
        ranks.append((rank, at))
    # Events that void a card or an order are not part of the action.
    most += sum(event.kind in _WHOLE for event, _ in wordings)
    return [wordings[at][1] for at in sorted(at for _, at in sorted(ranks)[:most])]


def event_wording(words: Wording, event: Event) -> Words:
    """Return the game's wording for an event, by its value if it has no seat, or by kind."""
    return words.catalog.event_texts.get(_wording_key(words, event), {})


def _wording_key(words: Wording, event: Event) -> str:
    """Return the key of an event's wording, or "" if the game has none."""
    says = words.catalog.event_texts
    whose = {"": "nobody", CHANCE: CHANCE}.get(event.seat, "")
    own, by_value = f"{event.kind}_{whose}", f"{event.kind}_{event.value}"
    keys = (own, by_value) if whose == CHANCE else (by_value, own)
    found = next((key for key in (*keys, event.kind) if key in says), "")
    if found and not event.cell and "{cell}" in says[found][words.lang]:
        found = next((key for key in (f"{event.kind}_unplaced",) if key in says), found)
    against = int(event.value) if event.value.isdecimal() else 0
    return f"{found}_less" if event.number < against and f"{found}_less" in says else found


def event_text(words: Wording, event: Event) -> str:
    """Return an event in the game's words."""
    wording = event_wording(words, event)
    return _filled(words, wording, event) if wording else ""


def offered(words: Wording, event: Event, items: str = "", *, asked: bool = False) -> str:
    """Return an event as a possible action, or "" if the game has no words for it.

    `items` are the names of the choices; `asked`: there are several choices, and the
    game's question is used if it has one.
    """
    says, key = words.catalog.event_texts, f"may_{event.kind}_{event.value}"
    question = says.get(f"{key}_asked") if asked else None
    found = question or says.get(key) or says.get(f"may_{event.kind}")
    return _filled(words, found, event, items) if found else ""


def _filled(words: Wording, wording: Words, event: Event, items: str = "") -> str:
    """Fill an event's wording with the event's facts."""
    named = [words.named(item) for item in event.items]
    return Message(
        wording,
        card=words.card(event.card),
        owned=words.placed_card(PlacedCard(event.card, event.seat)),
        cell=words.cell(event.cell),
        to=words.cell(event.to),
        number=event.number or len(event.items),
        change=f"{event.number:+}",
        amount=abs(event.number),
        value=words.named(event.value),
        seat=words.seat(event.seat),
        clause=event.clause,
        items=items or (named and Message("comma", words=named)),
    ).render(words.lang)


def action_words(words: Wording, action: Action) -> str:
    """Return a player's action in words, without the player."""
    key = action.verb.value
    if action.verb is Verb.PLACE and action.facing is Facing.DOWN:
        key = "place_down"
    elif action.verb is Verb.PLACE and action.turn:
        key = "place_turned"
    elif action.verb is Verb.DECLARE and action.at and action.to:
        key = "declare_at"
    return Message(
        f"referee.do.{key}",
        card=words.card(action.card),
        cell=words.cell(action.at or action.to),
        to=words.cell(action.to),
        value=_value(words, action),
    ).render(words.lang)


def _value(words: Wording, action: Action) -> Fact:
    """Return an action's value, or its cards, in words."""
    if not action.value:
        return listed([words.named(card) for card in action.also], "list")
    return words.named(action.value)


def actions_text(
    words: Wording, actions: tuple[Action, ...], would: Iterable[Iterable[Event]]
) -> Message:
    """Return the sentence about actions that may have happened, each with its first wording."""
    each = [
        Message("referee.do.by", seat=words.seat(a.seat), what=describe(words, a, events)[0])
        for a, events in zip_longest(actions, would, fillvalue=())
        if isinstance(a, Action) and a.seat != CHANCE
    ]
    return Message("referee.do.then", actions=each)


def _restates(event: Event, action: Action) -> bool:
    """Return True if an event only repeats the action: same card, same place.

    An event without a place also repeats it if it concerns the actor and no other card.
    """
    card = not action.card or event.card == action.card
    if not event.cell and not event.to:
        return card and event.seat == action.seat and action.verb in BY_HAND
    card = card or event.card == UNKNOWN
    return card and bool({event.cell, event.to} & ({action.at, action.to} - {""}))
