"""Decks to print: shipped decks, and deck lists written by players.

A player's list is added to the catalogue under its file's name, so that numbering, tags, footers
and the manifest treat it like a shipped deck. Decks that break the deck rules are printed anyway,
because players try out decks and house rules on paper. The violations are reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from printkit.data.toml_source import choose, file_name
from printkit.errors import UsageError
from printkit.template.card_template import SHARED, check_printable, load_card_template
from printkit.template.words import game_word
from rules import LANGUAGES, Catalog, Deck, DeckFinding, Message, Setup, load_catalog, load_game
from rules.catalog.reader import read_decklist
from rules.catalog.sentences import deck_advice
from rules.messages.message import Fact


def is_file(catalog: Catalog, name: str) -> bool:
    """Return whether a name refers to a deck list file rather than a shipped deck."""
    path = Path(name)
    return name not in catalog.decks and (bool(path.suffix) or len(path.parts) > 1)


def with_files(catalog: Catalog, files: Sequence[str]) -> tuple[Catalog, dict[str, str]]:
    """Return the catalogue with the decks of these files added, and the deck name of each file.

    Raises `DataError` with the faults of a list, or `UsageError` if a list is empty.
    """
    decks, names, added = dict(catalog.decks), dict(catalog.deck_names), {}
    for file in dict.fromkeys(files):
        deck, words = read_decklist(Path(file), catalog.cards)
        if not deck.cards and not any(deck.extras.values()):
            raise UsageError("print.empty_deck", file=file, line=f"2 {next(iter(catalog.cards))}")
        name = _free_name(Path(file).stem, decks)
        decks[name] = replace(deck, name=name)
        names[name] = {lang: words.get(lang) or words.get("en") or name for lang in LANGUAGES}
        added[file] = name
    return replace(catalog, decks=decks, deck_names=names), added


def decks_asked(slug: str, words: Sequence[str]) -> dict[str, str]:
    """Map owners to decks, from words such as `orchard` (every player) or `sun=orchard` (one).

    Raises `UsageError` if an owner does not exist or is given two decks.
    """
    check_printable(load_catalog(slug))
    template = load_card_template(slug)
    players = [one for one in template.owner if one != SHARED or template.shared is None]
    found: dict[str, str] = {}
    for word in words:
        owner, parted, name = word.partition("=")
        whose = choose("owner", owner, players) if parted else ""
        if found.setdefault(whose, name if parted else word) != (name if parted else word):
            asked = " ".join(f"--deck {each}" for each in words)
            names = [each.rpartition("=")[2] for each in words]
            form = " ".join(f"--deck {o}={n}" for o, n in zip(players, names, strict=False))
            raise UsageError("print.two_decks", asked=asked, form=form)
    everybody = {} if "" not in found else dict.fromkeys(players, found.pop(""))
    return {**everybody, **found}


def cards_of(catalog: Catalog, kinds: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the cards of these kinds, repeated as in the column `copies`."""
    return tuple(
        card.id
        for card in catalog.cards.values()
        if card.facts.get("kind") in kinds
        for _ in range(int(card.facts.get("copies") or 1))
    )


def unused_cards(catalog: Catalog, names: Sequence[str], each: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that are neither in one of these decks nor in `each`."""
    decks = [catalog.decks[name] for name in names]
    held = {
        card for deck in decks for cards in (deck.cards, *deck.extras.values()) for card in cards
    }
    return tuple(card for card in catalog.cards if card not in held and card not in each)


def with_shared(catalog: Catalog, kinds: Sequence[str]) -> Catalog:
    """Return the catalogue with an additional deck: all copies of the cards of these kinds."""
    cards = cards_of(catalog, kinds)
    names = {lang: game_word(catalog.slug, "shared", lang) for lang in LANGUAGES}
    return replace(
        catalog,
        decks={**catalog.decks, SHARED: Deck(cards, name=SHARED)},
        deck_names={**catalog.deck_names, SHARED: names},
    )


def check_decks(
    catalog: Catalog, decks: Mapping[str, str], owners: Sequence[str]
) -> tuple[Message, ...]:
    """Return the deck-rule violations and advice for the owners' decks, one line each."""
    game, found = load_game(catalog.slug), []
    seats = {catalog.owners[owner]: owner for owner in decks if owner in catalog.owners}
    setup = Setup(catalog.slug, decks={s: catalog.decks[decks[o]] for s, o in seats.items()})
    for seat, owner in seats.items():
        if owner in owners:
            report = game.data.check_deck(setup, seat, catalog.decks[decks[owner]])
            lines = [*(_broken(catalog, each) for each in report.violations)]
            for each in report.warnings:
                what = deck_advice(catalog, each)
                lines.append(Message("check.deck_allowed", clause=each.clause, what=what))
            where = Message("check.deck_where", deck=decks[owner], owner=owner)
            found += [Message("fault", parts=(where, line)) for line in lines]
    return tuple(found)


def _broken(catalog: Catalog, finding: DeckFinding) -> Message:
    """Format a violation: the clause, its title, the card, and the actual and allowed counts."""
    clause, card = catalog.clauses.get(finding.clause), catalog.cards.get(finding.card)
    named: Fact = finding.card
    if card:
        named = {lang: f"{name} ({card.id})" for lang, name in card.names.items()}
    counts: Fact = ""
    if finding.count != finding.limit:
        counts = Message("check.deck_count", count=finding.count, limit=finding.limit)
    titles: Fact = clause.titles if clause else ""
    return Message("fault", parts=(finding.clause, titles, named, counts))


def _free_name(stem: str, taken: Mapping[str, Deck]) -> str:
    """Return an unused deck name that is derived from a file's name and valid in file names."""
    plain = file_name(stem) or "deck"
    number, name = 2, plain
    while name in taken:
        name, number = f"{plain}_{number}", number + 1
    return name
