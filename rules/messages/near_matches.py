"""Suggestions for an unknown word: the most similar known word, or a list of known words."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from rules.messages.message import Message, Text

_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_MOST_LISTED = 40
"""Maximum number of words listed in full; of a longer list, the first words show the form."""


def folded(word: str) -> str:
    """Return a word with the case and width of its letters normalised."""
    return unicodedata.normalize("NFKC", word).casefold()


def did_you_mean(word: str, known: Iterable[str]) -> Text:
    """Return `did you mean "x"?`, or the known words if none is similar.

    >>> did_you_mean("yggdrasl", ["jiguan", "yggdrasil"])
    Message('near', word='yggdrasil')
    """
    choices = sorted(set(known))
    if near := nearest(word, choices):
        return Message("near", word=near)
    listed = choices if len(choices) <= _MOST_LISTED else [*choices[:12], "…"]
    return Message("one_of", words=listed) if listed else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that was probably meant; "" if none is similar."""
    choices = sorted(set(known))
    by_fold = {folded(choice): choice for choice in reversed(choices)}
    unpadded = {_ZEROS.sub("", fold): fold for fold in by_fold}  # y3 means y03 rather than y36
    same = unpadded.get(_ZEROS.sub("", folded(word)))
    near = [same] if same and word else get_close_matches(folded(word), by_fold, n=1)
    return by_fold[near[0]] if near else ""
