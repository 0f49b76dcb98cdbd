"""Actions in the words of a game, rewritten in the physical verbs of `rules.core.action`.

An act in `notation.toml` has a form, such as `SEAT place CARD CELL facing=down`, and words that
name it. In `1 supply d11 2.L`, the words after "supply" replace the form's placeholders. The verbs
themselves have words of the same kind, in `card_data/notation.toml`.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.core.action import Action, Verb, parse_action
from rules.core.rules import Rules
from rules.errors import NotationError
from rules.messages.message import Message, Text
from rules.messages.near_matches import did_you_mean, folded
from rules.notation.spelling import Spelling
from rules.notation.words import Notation

_OPTIONAL = re.compile(r" ?\[[^]]*\]|,…")
_NO_BRACKETS = str.maketrans("", "", "[]")
_PLACEHOLDER = re.compile(r"[A-Z]+")
_FIELDS = ("card", "at", "to", "value", "also")


def rewrite_act(words: list[str], spelling: Spelling) -> str:
    """Return an action with its act in the form of a verb; `words` begin with the exact seat.

    Raise `NotationError` with the act's form if the words after it do not fit.
    """
    seat, word, *more = words
    if folded(word) in (verb.value for verb in Verb):
        return " ".join((seat, folded(word), *more))
    text = " ".join(words)
    forms = spelling.notation.forms_called(word)
    if ":" in word:  # an order such as `summon:CARD:0:up:attack` without its verb
        return " ".join((seat, Verb.DECLARE.value, *words[1:]))
    if not forms:
        fix = did_you_mean(word, [*Verb, *spelling.notation.colloquial()])
        raise NotationError(Message("no_verb", name=repr(word)), text, text.find(word), fix)
    named = [part for part in more if "=" in part]
    given = [part for part in more if "=" not in part]
    every = [form.translate(_NO_BRACKETS) for form in forms]
    least = [_OPTIONAL.sub("", form) for form in forms]
    for exactly in (True, False):
        for form in (*every, *least):
            if filled := _fill(form, seat, given, spelling, exactly=exactly):
                return " ".join((filled, *named))
    what = Message("not_in_full", name=repr(word))
    raise NotationError(what, text, text.find(word), write_as(forms[0], seat))


def write_as(form: str, seat: str) -> Message:
    """Return the advice to write an action in a form."""
    return Message("write", words=re.sub(r"\bSEAT(?=[ .])", seat, form))


def _fill(form: str, seat: str, given: list[str], spelling: Spelling, *, exactly: bool) -> str:
    """Return a form with its placeholders replaced, or "" if the words do not fit them.

    Unless they must fit `exactly`, an unknown card or cell is accepted, to be explained later.
    """
    left, filled = list(given), [seat]
    for part in form.split()[1:]:
        whose, dot, own = part.rpartition("SEAT.")
        for kind in _PLACEHOLDER.findall(own):
            fits = (word for word in left if not exactly or spelling.fits(word, kind, seat))
            word = next(fits, "")
            if not word:
                return ""
            left.remove(word)
            own = own.replace(kind, word, 1)
        filled.append(f"{whose}{seat}.{own}" if dot else own)
    return "" if left else " ".join(filled)


def check_in_full(
    action: Action, value: str, text: str, notation: Notation, game: Rules[Any]
) -> None:
    """Raise `NotationError` with the form to use if an action fits no form of its verb.

    `value` is the action's value in its exact spelling.
    """
    verb, seat = action.verb, action.seat
    own, general = notation.forms(verb.value)
    forms = {form: parse_form(form) for form in own or general}
    # A form such as `SEAT declare WORD` does not say what an attack needs.
    literal = {form: meant for form, meant in forms.items() if meant.value == value != ""}
    free = [meant for meant in forms.values() if meant.value.isupper() or not meant.value]
    if value and own and verb is Verb.DECLARE and not literal:
        if not game.notation.is_order(value):
            raise _unknown_word(action, text, forms)
    elif not any(_has_all(action, meant) for meant in [*literal.values()] or free):
        name = value or verb.value
        wanted = literal or dict.fromkeys((*general, *own))
        form = next(form for form in wanted if not _has_all(action, parse_form(form)))
        what = Message("not_in_full", name=repr(name))
        raise NotationError(what, text, text.find(name), write_as(form, seat))


def _unknown_word(action: Action, text: str, forms: Mapping[str, Action]) -> NotationError:
    """Return the error for a declared word that is in none of the game's forms."""
    value, place = action.value, text.find(action.value)
    kinds = {meant.value.partition(":")[0]: form for form, meant in forms.items()}
    if form := kinds.get(folded(value.partition(":")[0])):
        fix: Text = write_as(form, action.seat)
        return NotationError(Message("not_in_full", name=repr(value)), text, place, fix)
    fix = did_you_mean(value.partition(":")[0], [kind for kind in kinds if not kind.isupper()])
    return NotationError(Message("no_word", name=repr(value)), text, place, fix)


@cache
def parse_form(form: str) -> Action:
    """Return a form as an action whose fields are placeholders, without the optional parts."""
    return parse_action(_OPTIONAL.sub("", form).replace("QUARTERS", "1"))


def _has_all(action: Action, form: Action) -> bool:
    return all(getattr(action, name) for name in _FIELDS if getattr(form, name))
