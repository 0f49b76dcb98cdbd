"""Whose a tag is that stands in no manifest, by what it says; it is told, and never trusted."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from companion.scan.tally import StrangerKind, StrangerTag
from rules import MalformedTag, RulesError, TagKind, game_slugs, load_catalog, parse_tag

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST = 40
_LINK = re.compile(
    r"((?:[a-z][a-z0-9+.-]*://)?(?:[^/@\s]*@)?)((?:[\w-]+\.)+[a-z]{2,})(?!\w)", re.IGNORECASE
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*(?=:\S)", re.IGNORECASE)


def stranger(text: str, game: str) -> StrangerTag | None:
    """What a foreign text says in a scan of `game`; None for our papers that are no cards.

    Backs, mats and control cards of another print may lie about; nobody counts them.
    """
    try:
        tag = parse_tag(text)
    except MalformedTag:
        shown = _told(text)
        return StrangerTag(
            StrangerKind.OTHER_CODE if shown.strip() else StrangerKind.UNREADABLE, shown
        )
    if tag.kind is not TagKind.CARD:
        return None
    slug = _slugs().get(tag.game, "")
    if not slug:
        return StrangerTag(StrangerKind.OTHER_CODE, text)
    named = next((c.id for c in load_catalog(slug).cards.values() if c.number == tag.number), "")
    what = StrangerKind.OTHER_PRINT if slug == game else StrangerKind.OTHER_GAME
    return StrangerTag(what, text, slug, named, tag.copy, tag.deck)


def is_ours(text: str) -> bool:
    """Whether printkit writes such tags."""
    try:
        parse_tag(text)
    except MalformedTag:
        return False
    return True


def is_control(text: str) -> bool:
    """Whether this is the tag of a control card."""
    return is_ours(text) and parse_tag(text).kind is TagKind.CONTROL


def _told(text: str) -> str:
    """What a code says, as far as a log should keep it that is passed on.

    Of a link the host, of a number, a mail address or a network's password only what it is.
    """
    if link := _LINK.match(text):
        more = link[1] or text[link.end() :]
        return link[2][:_LONGEST] + "…" * bool(more)
    if scheme := _SCHEME.match(text):
        return scheme[0] + "…"
    return "".join(c if c.isprintable() else "·" for c in text[:_LONGEST])


@cache
def _slugs() -> Mapping[str, str]:
    """The installed games by the letter of their tags; one with faulty data is left out."""
    found: dict[str, str] = {}
    for slug in game_slugs():
        try:
            found.setdefault(load_catalog(slug).letter, slug)
        except RulesError:
            continue
    return found
