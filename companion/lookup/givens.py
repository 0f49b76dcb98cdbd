"""Finds the differences between examples of a clause that look the same when drawn.

A legal and an illegal example may differ in a hand or in earlier events, which are not visible on
the mat. A `Precondition` is such a fact about a position or an action. Each example shows the
facts that it does not share with examples that look alike.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.lookup.values import Example, Precondition
from rules import UNKNOWN, Action, Catalog, Message, Verb, load_catalog, parse_action
from rules.messages.message import Fact

_FEW: Final = 4
"""Maximum number of cards in a deal that are named as the most frequent ones."""


def with_distinctions(examples: Sequence[Example]) -> tuple[Example, ...]:
    """Return a clause's examples, each with the facts that distinguish it from similar ones."""
    all_of = [frozenset(_givens(each)) for each in examples]
    distinct = []
    for each, own in zip(examples, all_of, strict=True):
        alike = [
            other
            for twin, other in zip(examples, all_of, strict=True)
            if twin.status != each.status and _looks(twin) == _looks(each)
        ]
        shared = frozenset.intersection(own, *alike) if alike else own
        given = tuple(one for one in _givens(each) if one not in shared)
        distinct.append(replace(each, given=given))
    return tuple(distinct)


def given_lines(example: Example) -> Iterator[Message]:
    """Yield a sentence for each fact that distinguishes an example."""
    catalog = load_catalog(example.setup.game)
    for given in example.given:
        cards = [_card(card, count, catalog) for card, count in given.cards]
        first, second = (*given.numbers, 0, 0)[:2]
        yield Message(
            f"rules.given.{given.kind}",
            seat=catalog.seat_names.get(given.seat, given.seat),
            cards=Message("comma", words=cards),
            first=first,
            second=second,
        )


def _card(card: str, count: int, catalog: Catalog) -> Fact:
    known = catalog.cards.get(card)
    name = known.names if known else Message("rules.given.unseen")
    return Message("rules.given.card_count", card=name, count=count) if count > 1 else name


def _looks(example: Example) -> tuple[object, ...]:
    """Return an example's visible features. Deals and declarations are not drawn."""
    action = replace(parse_action(example.action), also=(), value="")
    settings = tuple(sorted(example.setup.settings.items()))
    return example.board, example.before, settings, action


def _givens(example: Example) -> Iterator[Precondition]:
    action = parse_action(example.action)
    lines = [line.split() for line in example.position.splitlines()]
    over = any(words[:1] == ["end"] for words in lines)
    yield Precondition("over" if over else "going_on")
    yield from (given for words in lines for given in _of_line(words, action))
    if not any(words[:1] == ["done"] for words in lines):
        yield Precondition("nobody_ready")
    yield from _of_action(action, example)


def _of_line(words: Sequence[str], action: Action) -> Iterator[Precondition]:
    """Yield the facts in one line of a position: the acting seat's hand, a roll, or readiness."""
    match words:
        case ["hand", seat, *cards] if seat == action.seat:
            held = Counter[str]()
            for card, _, count in (each.partition("*") for each in cards):
                held[card] += int(count or 1)
            yield Precondition("hand", seat, tuple(held.items()))
        case ["dice", seat, roll, redraws] if roll.isdecimal() and redraws.isdecimal():
            yield Precondition("dice", seat, numbers=(int(roll), int(redraws)))
        case ["done", seat]:
            yield Precondition("ready", seat)


def _of_action(action: Action, example: Example) -> Iterator[Precondition]:
    """Yield an action's facts that no picture shows: the card's owner, or a whole deal."""
    catalog = load_catalog(example.setup.game)
    if action.verb is Verb.PLACE and action.card in catalog.cards:
        yield Precondition("owner", action.value if action.value in catalog.seats else action.seat)
    dealt = Counter(card for card in action.also if card != UNKNOWN)
    most = max(dealt.values(), default=0)
    often = tuple((card, count) for card, count in dealt.items() if count == most)
    if most > 1 and len(often) <= _FEW:
        yield Precondition("dealt_most", cards=often)
    elif most > 1:
        yield Precondition("dealt", numbers=(most,))
