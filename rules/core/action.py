"""Actions of seats: a closed vocabulary of verbs, and one line of text per action.

    A place y03 b2                  card y03 goes to cell b2
    A place y03 b2 turn=1           … a quarter turn clockwise from upright
    1 place ? 2.L facing=down       a card hidden from the others
    A move a1 b1   A swap b2 c2   A flip a1   A turn a1 1   A remove c3
    chance roll 4 to=A              an outcome is an action of the chance seat
    chance draw ? to=A.deck with=y03,y15
    A choose c3   A declare fire   A pass   A ready

Each game defines the meaning of the verbs. The first words after the verb are the verb's positional
fields, in order. All other fields are written as `name=value`. A value contains no spaces.
"""

import dataclasses
from dataclasses import dataclass

from rules.core.reprs import Word, short_repr
from rules.core.values import Facing, Seat
from rules.errors import NotationError
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

MAX_TEXT = 4000
"""Maximum length of a parsed action text, in characters."""


class Verb(Word):
    """Physical act or announcement that a player can make at a table."""

    PLACE = "place"
    MOVE = "move"
    FLIP = "flip"
    TURN = "turn"
    REMOVE = "remove"
    SWAP = "swap"
    ROLL = "roll"
    DRAW = "draw"
    DECLARE = "declare"
    CHOOSE = "choose"
    PASS = "pass"
    READY = "ready"


PLACE, MOVE, FLIP, TURN, REMOVE, SWAP, ROLL, DRAW, DECLARE, CHOOSE, PASS, READY = Verb
"""Constants for the verbs: looking up a member of an enum takes a quarter of a microsecond."""

_POSITIONAL: dict[Verb, tuple[str, ...]] = {
    Verb.PLACE: ("card", "to"),
    Verb.MOVE: ("at", "to"),
    Verb.FLIP: ("at",),
    Verb.TURN: ("at", "turn"),
    Verb.REMOVE: ("at",),
    Verb.SWAP: ("at", "to"),
    Verb.ROLL: ("value",),
    Verb.DRAW: ("card",),
    Verb.DECLARE: ("value",),
    Verb.CHOOSE: ("value",),
    Verb.PASS: (),
    Verb.READY: (),
}
_NAMES = ("card", "at", "to", "facing", "turn", "value", "also")
_WORD = {"also": "with"}
_FIELD = {"with": "also"}


@dataclass(frozen=True, slots=True)
class Action:  # noqa: PLW1641 - a frozen data class has `__hash__`
    """One intended act by one seat. Fields that the verb does not use keep their defaults.

    `card` is an id or `UNKNOWN`; `at` and `to` are cells. `turn` counts quarter turns clockwise
    (0–3) from upright for the card's owner. `also` lists the other cards, cells or parts of a joint
    decision.
    """

    seat: Seat
    verb: Verb
    card: str = ""
    at: str = ""
    to: str = ""
    facing: Facing = Facing.UP
    turn: int = 0
    value: str = ""
    also: tuple[str, ...] = ()

    __repr__ = short_repr

    def __eq__(self, other: object) -> bool:  # half the time of a data class's own
        if self is other or not isinstance(other, Action):
            return self is other
        return (
            self.card == other.card
            and self.value == other.value
            and self.to == other.to
            and self.at == other.at
            and self.verb == other.verb
            and self.seat == other.seat
            and self.facing == other.facing
            and self.turn == other.turn
            and self.also == other.also
        )

    def __str__(self) -> str:
        return format_action(self)


def format_action(action: Action) -> str:
    """Return an action as a line of text, which `parse_action` can parse.

    >>> format_action(Action("A", Verb.PLACE, card="y03", to="b2"))
    'A place y03 b2'
    """
    words = [action.seat, action.verb.value]
    rest: list[str] = []
    open_ = True  # only trailing positional words may be omitted
    positional = _POSITIONAL[action.verb]
    for name in positional:
        text = _field_text(action, name)
        if text and open_:
            words.append(text)
        else:
            open_ = False
            if text:
                rest.append(f"{_WORD.get(name, name)}={text}")
    others = ((n, _field_text(action, n)) for n in _NAMES if n not in positional)
    rest += [f"{_WORD.get(name, name)}={text}" for name, text in others if text]
    return " ".join(words + rest)


def _field_text(action: Action, name: str) -> str:
    if name == "turn":
        return str(action.turn) if action.turn or action.verb is Verb.TURN else ""
    if name == "facing":
        return "" if action.facing is Facing.UP else action.facing.value
    return ",".join(action.also) if name == "also" else str(getattr(action, name))


def parse_action(text: str) -> Action:
    """Parse an action's line of text; raise `NotationError` with the fault's position and a fix.

    >>> action = parse_action("A place y03 b2")
    >>> action.seat, action.card, action.to
    ('A', 'y03', 'b2')
    """
    if len(text) > MAX_TEXT:
        raise NotationError(Message("action_long"), text, MAX_TEXT, Message("shorten"))
    words = _words(text)
    if len(words) < 2:
        fix = Message("write_as", form="SEAT VERB ...", example="A place y03 b2")
        raise NotationError(Message("action_short"), text, len(text), fix)
    (seat, _), (verb_text, verb_at), *rest = words
    try:
        verb = Verb(verb_text)
    except ValueError:
        near = did_you_mean(verb_text, [v.value for v in Verb])
        raise NotationError(Message("no_verb", name=repr(verb_text)), text, verb_at, near) from None
    values: dict[str, str] = {}
    positional = list(_POSITIONAL[verb])
    for word, at in rest:
        name, equals, value = word.partition("=")
        if not equals:
            if not positional:
                left = Message("words_left", verb=repr(verb.value))
                raise NotationError(left, text, at, Message("use_form", form="name=value"))
            name, value = positional.pop(0), word
        else:
            name = _FIELD.get(name, name)
            positional = [p for p in positional if p != name]
        if name not in _NAMES or not value:
            near = did_you_mean(word.partition("=")[0], [_WORD.get(n, n) for n in _NAMES])
            raise NotationError(Message("no_field", word=repr(word)), text, at, near)
        if name in values:
            raise NotationError(Message("field_twice", name=_WORD.get(name, name)), text, at)
        values[name] = value
    return _build(seat, verb, values, text)


def _words(text: str) -> list[tuple[str, int]]:
    words: list[tuple[str, int]] = []
    at = 0
    for piece in text.split(" "):
        if piece:
            if not piece.isprintable():
                raise NotationError(Message("unprintable"), text, at)
            words.append((piece, at))
        at += len(piece) + 1
    return words


def _build(seat: Seat, verb: Verb, values: dict[str, str], text: str) -> Action:
    turn = values.pop("turn", "0")
    if turn not in ("0", "1", "2", "3"):
        what = Message("no_quarters", word=f"turn={turn}")
        raise NotationError(what, text, text.find(turn), Message("use_range", least=0, most=3))
    facing = values.pop("facing", "up")
    if facing not in ("up", "down"):
        what = Message("no_facing", word=f"facing={facing}", one="up", other="down")
        fix = Message("use_either", one="up", other="down")
        raise NotationError(what, text, text.find(facing), fix)
    also = tuple(values.pop("also").split(",")) if "also" in values else ()
    if not all(also) and also:
        raise NotationError(Message("list_gap"), text, text.find("with="))
    action = Action(seat, verb, facing=Facing(facing), turn=int(turn), also=also)
    return dataclasses.replace(action, **values)  # type: ignore[arg-type]  # names checked above
