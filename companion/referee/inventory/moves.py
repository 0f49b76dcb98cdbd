"""Cards that the rules move, while their copies are still where they were or are not seen yet."""

from collections import Counter
from dataclasses import replace

from companion.pieces import TOKEN
from companion.referee.control_cards import PREFIX
from companion.referee.inventory.cards import CardInventory, differing
from companion.referee.table import card_on, same
from rules import UNKNOWN, Layout

_NO_CARDS = (TOKEN, PREFIX)


def mark_removed(
    inventory: CardInventory,
    before: Layout,
    after: Layout,
    placed_on: str = "",
    revealed_on: str = "",
) -> CardInventory:
    """Record the cards that the rules have just removed; they may appear on any pile.

    The same applies to cards that the rules move from a hand to a pile. `placed_on` is the cell of
    a player's own placement. A card revealed on `revealed_on` that no longer belongs there is
    recorded, too.
    """
    geometry, tops = inventory.geometry, inventory.table.tops
    tags, piles = dict(inventory.tags), inventory.piles
    revealed = tops.get(revealed_on)
    if revealed is not None and not same(revealed.placed, card_on(after, revealed_on)):
        piles = piles.mark_discarded(revealed.tag, revealed.placed)
    for cell in differing(before, after):
        was = card_on(before, cell)
        if was is not None and cell in tags:
            piles = piles.mark_discarded(tags.pop(cell), was)
        elif was is not None and inventory.resumed:
            piles = piles.expect_unseen(was.card)
        # The card was revealed at the same time; before, only its back was known.
        if was is not None and not after.get(cell) and (top := tops.get(cell)) is not None:
            piles = piles.mark_discarded(top.tag, top.placed)
    on_top = {top.tag for top in tops.values() if top}
    # Cards that are nowhere on the table now, not even face down, are in a hand.
    appeared = _names(after) - _names(before)
    for cell in (each for each in before if not geometry.is_tracked(each)):
        gone = _lost(cell, before, after)
        zone = geometry.zones.get(cell) if geometry.form.owners else None
        piles = piles.release(
            cell,
            gone,
            inventory.visible_tags(cell),
            to_hand=not appeared.keys() & {*gone, UNKNOWN},
            elsewhere=on_top,
            owner=zone.owner if zone is not None else "",
        )
    for card in sent_to_piles(inventory, before, after, placed_on).elements():
        if not card.startswith(_NO_CARDS):
            piles = piles.expect_unseen(card)
    return replace(inventory, tags=tags, piles=piles)


def sent_to_piles(
    inventory: CardInventory, before: Layout, after: Layout, placed_on: str
) -> Counter[str]:
    """Return the cards that came to loose piles, except from the field.

    If an unknown card left the field, it may be any of them.
    """
    gained, lost = Counter[str](), Counter[str]()
    for cell in before.keys() | after.keys():
        if inventory.geometry.is_tracked(cell):
            lost += _lost(cell, before, after)
        elif cell != placed_on:
            gained += _lost(cell, after, before)
    return Counter() if lost[UNKNOWN] else gained - lost


def undo_placements(inventory: CardInventory, before: Layout, after: Layout) -> CardInventory:
    """Move the cards that an undone ply placed on loose piles back to their hands."""
    in_hand, piles = _names(before) - _names(after), inventory.piles
    for cell in (each for each in before if not inventory.geometry.is_tracked(each)):
        returned, tags = _lost(cell, before, after), inventory.visible_tags(cell)
        piles = piles.undo_placements(cell, returned, tags, in_hand)
    for cell in after:
        piles = piles.keep_cards(cell, _lost(cell, after, before))
    return replace(inventory, piles=piles)


def drop_buried(inventory: CardInventory) -> CardInventory:
    """Drop the buried cards to take, for callers that know of their removal."""
    piles = inventory.piles
    for tag, (cell, _) in piles.to_take().items():
        if tag not in inventory.visible_tags(cell):
            piles = piles.back_in_play(tag)
    return replace(inventory, piles=piles)


def _lost(cell: str, before: Layout, after: Layout) -> Counter[str]:
    """Count the cards that a cell has in one layout, but no longer in another."""
    old, new = (Counter(card.card for card in each.get(cell, ())) for each in (before, after))
    return old - new


def _names(layout: Layout) -> Counter[str]:
    """Count all cards of a layout."""
    return Counter(each.card for pile in layout.values() for each in pile)
