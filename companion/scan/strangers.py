"""Determines the origin of a foreign tag from its text, which is reported and never trusted."""

import re

from companion.scan.tally import StrangerKind, StrangerTag
from rules import TagKind, parse_tag
from rules.catalog.reader import lettered_game
from rules.errors import MalformedTag

_LONGEST = 40
_LINK = re.compile(
    r"((?:[a-z][a-z0-9+.-]*://)?(?:[^/@\s]*@)?)((?:[\w-]+\.)+[a-z]{2,})(?!\w)", re.IGNORECASE
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*(?=:\S)", re.IGNORECASE)


def stranger(text: str, game: str) -> StrangerTag | None:
    """Return the origin of a foreign text in a scan of `game`, or None if it does not matter.

    Backs, mats and control cards of another print may be in view without being counted.
    """
    try:
        tag = parse_tag(text)
    except MalformedTag:
        shown = _shareable(text)
        return StrangerTag(
            StrangerKind.OTHER_CODE if shown.strip() else StrangerKind.UNREADABLE, shown
        )
    if tag.kind is not TagKind.CARD:
        return None
    catalog = lettered_game(tag.game)
    if catalog is None:
        return StrangerTag(StrangerKind.OTHER_CODE, text)
    named = next((c.id for c in catalog.cards.values() if c.number == tag.number), "")
    what = StrangerKind.OTHER_PRINT if catalog.slug == game else StrangerKind.OTHER_GAME
    return StrangerTag(what, text, catalog.slug, named, tag.copy, tag.deck)


def is_ours(text: str) -> bool:
    """Return True if a text has the form of printkit's tags."""
    try:
        parse_tag(text)
    except MalformedTag:
        return False
    return True


def is_control(text: str) -> bool:
    """Return True if a text is a control card's tag."""
    return is_ours(text) and parse_tag(text).kind is TagKind.CONTROL


def _shareable(text: str) -> str:
    """Return the part of a code's text that may be stored in a shared log.

    A link is reduced to its host. A phone number, a mail address or a network's password is
    reduced to its kind.
    """
    if link := _LINK.match(text):
        more = link[1] or text[link.end() :]
        return link[2][:_LONGEST] + "…" * bool(more)
    if scheme := _SCHEME.match(text):
        return scheme[0] + "…"
    return "".join(c if c.isprintable() else "·" for c in text[:_LONGEST])
