"""Suggestions for a word that is not known: the nearest known word, or all of them."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from typing import TYPE_CHECKING

from rules.messages.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.messages.message import Text

_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_MOST_TOLD = 40
"""As many words are listed whole; of more, the first show their form."""


def folded(word: str) -> str:
    """A word without regard to case and to the width of its letters."""
    return unicodedata.normalize("NFKC", word).casefold()


def did_you_mean(word: str, known: Iterable[str]) -> Text:
    """Return `did you mean "x"?`, or the words there are when nothing is near.

    >>> did_you_mean("yggdrasl", ["jiguan", "yggdrasil"])
    Message('near', word='yggdrasil')
    """
    choices = sorted(set(known))
    if near := nearest(word, choices):
        return Message("near", word=near)
    listed = choices if len(choices) <= _MOST_TOLD else [*choices[:12], "…"]
    return Message("one_of", words=listed) if listed else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that was probably meant; "" if nothing is near."""
    choices = sorted(set(known))
    by_fold = {folded(choice): choice for choice in reversed(choices)}
    unpadded = {_ZEROS.sub("", fold): fold for fold in by_fold}  # y3 is y03 before it is y36
    same = unpadded.get(_ZEROS.sub("", folded(word)))
    near = [same] if same and word else get_close_matches(folded(word), by_fold, n=1)
    return by_fold[near[0]] if near else ""
