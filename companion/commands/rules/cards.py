"""Cards found by a typed name."""

from typing import Final

from companion.errors import SessionError
from companion.lookup import Hit, HitKind, MatchKind, load_lookup
from companion.lookup.folding import fold, is_cjk
from rules import Message, load_catalog

_FEW: Final = 3


def called(text: str, game: str | None, lang: str) -> list[Hit]:
    """Return the cards that a text names, or else the most similar one."""
    cards = _cards(text, game, lang)
    named = [hit for hit in cards if hit.match is MatchKind.ID]
    return named or [hit for hit in cards if hit.match is MatchKind.NEAR][:1]


def not_called(text: str, game: str | None, lang: str) -> SessionError:
    """Return the error for an unknown card, with suggestions."""
    alike = [
        Message("fault.lookup.card_named", name=hit.title, id=hit.id)
        for hit in _alike(text, _cards(text, game, lang))[:_FEW]
    ]
    if not alike:
        return SessionError("fault.lookup.card", card=text)
    return SessionError("fault.lookup.card_near", card=text, names=alike)


def _cards(text: str, game: str | None, lang: str) -> list[Hit]:
    hits = load_lookup(game).search(text, game, lang, None)
    return [hit for hit in hits if hit.kind is HitKind.CARD]


def _alike(text: str, cards: list[Hit]) -> list[Hit]:
    """Return the cards whose names contain a text, or else those that share the most characters."""
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
