"""Cards found by a typed name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules import Message

if TYPE_CHECKING:
    from companion.errors import SessionError
    from companion.lookup import Hit

_FEW: Final = 3


def called(text: str, game: str | None, lang: str) -> list[Hit]:
    """Return the cards that a text names, else the most similar one."""
    from companion.lookup import MatchKind

    cards = _cards(text, game, lang)
    named = [hit for hit in cards if hit.match is MatchKind.ID]
    return named or [hit for hit in cards if hit.match is MatchKind.NEAR][:1]


def not_called(text: str, game: str | None, lang: str) -> SessionError:
    """Return the error for an unknown card, with suggestions."""
    from companion.errors import SessionError

    alike = [
        Message("fault.lookup.card_named", name=hit.title, id=hit.id)
        for hit in _alike(text, _cards(text, game, lang))[:_FEW]
    ]
    if not alike:
        return SessionError(Message("fault.lookup.card", card=text))
    return SessionError(Message("fault.lookup.card_near", card=text, names=alike))


def _cards(text: str, game: str | None, lang: str) -> list[Hit]:
    from companion.lookup import HitKind, load_lookup

    hits = load_lookup(game).search(text, game, lang, None)
    return [hit for hit in hits if hit.kind is HitKind.CARD]


def _alike(text: str, cards: list[Hit]) -> list[Hit]:
    """Return the cards whose names contain a text, else those that share most of its characters."""
    from companion.lookup.folding import fold, is_cjk
    from rules import load_catalog

    asked = fold(text)
    names = {
        hit: [*map(fold, load_catalog(hit.game).cards[hit.id].names.values())] for hit in cards
    }
    whole = [hit for hit in cards if any(asked in name for name in names[hit])]
    if whole or not is_cjk(asked):
        return whole
    shared = {hit: max(len(set(asked) & set(name)) for name in names[hit]) for hit in cards}
    most = max(shared.values(), default=0)
    return [hit for hit in cards if shared[hit] == most and 2 * most > len(set(asked))]
