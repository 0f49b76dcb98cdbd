"""Text form of a position, derived from the types of the state's fields; for small games.

    hands: tuple[tuple[CardId, ...], tuple[CardId, ...]]     hands y01,y02 -
    field: tuple[tuple[CellId, CardId, Seat], ...]           field a1,y03,A b2,y04,B
    turn: Seat | None                                        turn A

Each field is one line. The parts of a tuple are separated by spaces, those of a tuple in it by
commas, those of a third one by `/`. `-` is None or a tuple without parts. The words are seats,
cards and cells (`Seat`, `CardId` and `CellId` in `rules.core.values`), whole numbers, and values of
an enumeration. Each is checked, so that a position that can be read can be played on.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from itertools import accumulate
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

from rules.catalog.reader import load_catalog
from rules.core.rules import NotationRules, whole_state
from rules.core.values import UNKNOWN, Setup
from rules.messages.message import Message
from rules.notation.lines import Lines, Word
from rules.registry import load_game

S = TypeVar("S")

_SIGNS: Final = " ,/"
_NONE: Final = "-"
_MOST: Final = 10**9 - 1
_Names = Mapping[str, tuple[str, ...]]
"""The valid words of each kind."""


class _Form(NamedTuple):
    """Form in which values of a type are written; `has_none` is True if `-` is one of them.

    The braces in `example` contain a kind of words.
    """

    example: str
    read: Callable[[Word, _Names], Any]
    has_none: bool = False

    def fix(self, names: _Names, key: str = "") -> Message:
        """Return an example as a fix."""
        first = {kind: next(iter(words), "?") for kind, words in names.items()}
        return Message("write_example", form=f"{key} {self.example.format(**first)}".lstrip())


def plain_notation(state: type[S]) -> NotationRules[S]:
    """Return the notation of a dataclass; raise `TypeError` if a field's type has no form."""
    forms = {
        name: _form(hint, _SIGNS) for name, hint in hints_of(state, include_extras=True).items()
    }

    def write(at: S) -> str:
        return "".join(f"{name} {_text(getattr(at, name), _SIGNS)}\n" for name in forms)

    def parse(text: str, setup: Setup) -> S:
        lines, names, values = Lines(text, dict.fromkeys(forms, ())), _names(setup), {}
        for name, form in forms.items():
            words = lines.rest(name)
            if not words:
                what = Message("line_empty" if name in lines else "line_missing", line=name)
                raise lines.key(name).wrong(what, form.fix(names, name))
            whole = words[0].part(" ".join(word.text for word in words))
            values[name] = form.read(whole, names)
        return state(**values)

    return NotationRules(format=write, parse=parse)


def _names(setup: Setup) -> _Names:
    """Return a game's seats, cards and tracked cells; `?` is a card if the game hides any."""
    game = load_game(setup.game)
    return {
        "seat": game.seats(setup),
        "card": (*load_catalog(setup.game).cards, *[UNKNOWN] * (game.view is not whole_state)),
        "cell": tuple(zone.cell for zone in game.table.form(setup).zones if zone.tracked),
    }


def _text(value: object, signs: str) -> str:
    if value is None or value == ():
        return _NONE
    if isinstance(value, tuple):
        return signs[0].join(_text(part, signs[1:]) for part in value)
    return str(int(value) if isinstance(value, bool) else value)


def _form(hint: Any, signs: str) -> _Form:  # noqa: ANN401 - any annotation
    """Return the form of a type whose parts may be separated by `signs`."""
    origin, kinds = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind = hint.__metadata__[0]
        if kind == "seat":
            return _Form("{seat}", lambda word, names: names[kind][word.seat(names[kind])])
        return _Form(f"{{{kind}}}", lambda word, names: word.one_of(names[kind], kind))
    if hint in (bool, int):
        least, most = (0, 1) if hint is bool else (-_MOST, _MOST)
        return _Form("1", lambda word, _: hint(word.whole(least, most)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        values = {str(each): each for each in hint}
        return _Form(min(values), lambda word, _: values[word.one_of(values, "word")])
    if origin in (Union, UnionType) and kinds[1:] == (NoneType,):
        form = _form(kinds[0], "")  # not a tuple, because `-` would be ambiguous
        return _Form(
            form.example,
            lambda word, names: None if word.text == _NONE else form.read(word, names),
            has_none=True,
        )
    if origin is tuple and kinds and signs:
        several = kinds[1:] == (...,)
        forms = [_form(kind, signs[1:]) for kind in kinds[: 1 if several else None]]
        return _tuple_form(forms, signs[0], several=several)
    raise TypeError(f"no text form for the type {hint}")


def _tuple_form(forms: list[_Form], sign: str, *, several: bool) -> _Form:
    """Return the form of a tuple with these parts, or with `several` parts of the same form."""
    if several and forms[0].has_none:
        raise TypeError("`-` would be ambiguous in a tuple of any length")

    def read(word: Word, names: _Names) -> tuple[Any, ...]:
        texts = [] if several and word.text == _NONE else word.text.split(sign)
        each = forms * len(texts) if several else forms
        if len(texts) != len(each):
            raise word.wrong(Message("not_read", word=repr(word.text)), form.fix(names))
        starts = accumulate((len(text) + 1 for text in texts), initial=0)
        parts = map(word.part, texts, starts)
        return tuple(one.read(part, names) for one, part in zip(each, parts, strict=True))

    example = sign.join(each.example for each in forms) + f"{sign}…" * several
    form = _Form(example, read, several or (len(forms) == 1 and forms[0].has_none))
    return form
