"""Decoration of a tuck box with pictures of its cards, its names and its owner's colours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from printkit.books.rulebook.data import inks, load_book, load_game_book
from printkit.cards import pictures
from printkit.cards.decks import is_file
from printkit.cards.job import CardJob
from printkit.cards.pieces import load_pieces
from printkit.cards.plan import CardPlan, plan_cards
from printkit.craft import box
from printkit.craft.net import Net, NetPicture
from printkit.craft.order import Order
from printkit.craft.screen import filling
from printkit.data.toml_source import choose
from printkit.pdf.drawing import Node
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import Rect
from printkit.typeset.label import Label


@dataclass(frozen=True, slots=True)
class Held:
    """Contents of a box: a deck's title, its number of cards, its owners, and the cards to show.

    `shown` lists the deck's cards, first the cards that are in no other deck of the game.
    """

    title: str
    cards: int
    owners: tuple[str, ...]
    shown: tuple[str, ...]


def boxes(game: str, asked: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Map each deck or deck list file to its owners, each of whom needs a box.

    `asked` maps owners to decks as in a `CardJob`; other owners get the game's default decks.
    """
    found: dict[str, tuple[str, ...]] = {}
    for owner, deck in _plan(game, asked).decks.items():
        name = asked.get(owner) or deck
        found[name] = (*found.get(name, ()), owner)
    return found


def held(game: str, deck: str, lang: str, having: Sequence[str] = ()) -> Held:
    """Return the contents of a box for a deck or a deck list file; "" means the first owner's deck.

    `having` lists the owners of the deck. If it is empty, they are the deck's default owners, or
    else the first owner.
    """
    usual = _plan(game, {})
    if deck and not is_file(usual.catalog, deck):
        deck = choose("deck", deck, usual.catalog.decks)
    deck = deck or next(iter(usual.decks.values()))
    usually = [owner for owner, name in usual.decks.items() if name == deck]
    owners = [choose("owner", owner, usual.decks) for owner in having] or usually
    owner = next(iter([*owners, *usual.decks]))
    plan = _plan(game, {} if owner in usually else {owner: deck}, owner)
    name = plan.decks[owner]
    others = {
        card
        for other, theirs in usual.decks.items()
        if other != owner and theirs != name
        for card in usual.catalog.decks[theirs].cards
    }
    cards = dict.fromkeys(plan.catalog.decks[name].cards)
    return Held(
        plan.catalog.deck_names[name][lang],
        len(plan.pieces.cards),
        tuple(owners) or (owner,),
        tuple(sorted(cards, key=lambda card: card in others)),
    )


def _plan(game: str, asked: Mapping[str, str], owner: str = "all") -> CardPlan:
    return plan_cards(CardJob(game, dict(asked), owner, art=False, controls=False))


def dressed(order: Order, inside: box.Inside, deck: Held, owner: str) -> Net:
    """Return the net of one owner's box, with two pictures of its cards and the deck's name."""
    catalog, style = order.known, order.style
    colours = inks(load_book(), load_game_book(catalog.slug), style)
    worn = load_pieces(catalog.slug).box.get(owner)
    ground, on_ground = worn.worn(style) if worn else (colours["ground"], colours["on_ground"])
    # the darker colour is legible on the pale plate
    accent = min(ground, on_ground, key=lambda ink: sum(ink.rgb)) if worn else colours["accent"]
    words = (catalog.names[order.fonts.lang], f"{deck.title} · {deck.cards}")
    shown = _pictures(order, deck, owner)
    cut = 1.0 if load_game_book(catalog.slug).whole else _CUT
    labels: list[Label] = []
    prints: list[NetPicture] = []
    over: list[Node] = []
    for n, name in enumerate(("front", "back")):
        face = box.face_of(inside, name)
        middle = face.centre[0]
        field = Rect(face.x + 4, face.bottom - 24, face.width - 8, 18)
        if shown:
            picture, crop = shown[n % len(shown)]
            top = face.y + (13 if name == "front" else 4)  # below the thumb notch
            room = Rect(face.x + 4, top, face.width - 8, field.y - 3 - top)
            spot = _shown(crop, room, cut)
            part, scale = filling(crop, spot)
            prints.append(NetPicture(picture, part, (spot.x, spot.y), scale))
        over += box.plate(field, accent)
        lines = (("name", 8.6, 15.0, colours["text"]), ("strong", 14.9, 10.0, accent))
        for text, (role, y, most, ink) in zip(words, lines, strict=True):
            size = _fitting(order.fonts, role, text, field.width - 4, most)
            labels.append(Label(text, middle, field.y + y, role, size, ink))
    for name in ("left", "right"):
        face = box.face_of(inside, name)
        size = _fitting(
            order.fonts, "name", words[0], face.height - 12, min(14.0, 0.5 * face.width / PT)
        )
        x = face.centre[0] - 0.5 * order.fonts.cap("name") * size * PT
        labels.append(Label(words[0], x, face.centre[1], "name", size, on_ground, "centre", 90.0))
    measures = order.data.box
    net = box.tuck_box(inside, measures.tuck, measures.tab, ground)
    return replace(net, labels=tuple(labels), prints=tuple(prints), over=tuple(over))


def _pictures(order: Order, deck: Held, owner: str) -> list[tuple[pictures.Picture, Rect]]:
    """Return the pictures of the front and the back in the owner's version, with their crops.

    The crops are taken from the rulebook's cover, and cards on the cover come first. If a deck has
    two boxes, they begin with different cards.
    """
    slug, windows = order.known.slug, load_game_book(order.known.slug).window
    if not windows:
        return []
    crops = {window.card: Rect(*window.crop) for window in windows}
    style = order.style
    found = [card for card in deck.shown if pictures.Picture(slug, card, owner, style).is_drawn]
    found.sort(key=lambda card: card not in crops)
    start = 2 * deck.owners.index(owner)
    found = [*found[start:], *found[:start]]
    usual = Rect(*windows[0].crop)
    return [(pictures.front(slug, c, owner, style), crops.get(c, usual)) for c in found[:2]]


_CUT: Final = 1.3
"""Factor by which a picture may be enlarged to fill more of its space."""


def _shown(crop: Rect, room: Rect, cut: float) -> Rect:
    """Return the part of a space that a picture fills, if it may be enlarged by `cut`."""
    scale = cut * min(room.width / crop.width, room.height / crop.height)
    width, height = min(room.width, scale * crop.width), min(room.height, scale * crop.height)
    x, y = room.centre
    return Rect(x - width / 2, y - height / 2, width, height)


def _fitting(fonts: Fonts, role: str, text: str, width: float, most: float) -> float:
    """Return the largest type size, up to `most` pt, at which a text fits in `width` mm."""
    natural = fonts.width(role, text, most)
    return most if natural <= width else most * width / natural
