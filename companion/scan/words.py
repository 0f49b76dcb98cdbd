"""Texts about a scan in the player's language: events, findings and decks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from companion.scan.result import DeckResult, FindingKind, MissingCard, ScanFinding, ScanResult
from companion.scan.session import ScanStatus
from companion.scan.stock import cards_of
from companion.scan.tally import ScanEvent, ScanEventKind, StrangerKind, StrangerTag
from rules import Catalog, Message, RulesError, load_catalog
from rules.cli.deck import Checked
from rules.messages.message import Fact, Text, render

_FEW = 8
"""Maximum number of missing cards that are listed individually."""


class Captions:
    """Sentences about a scan of one game's cards in a language of `rules.LANGUAGES`."""

    def __init__(self, catalog: Catalog, lang: str) -> None:
        self.catalog, self.lang = catalog, lang

    def name(self, card: str) -> str:
        """Return a card's name, or its id if the game's data no longer contain the card."""
        known = self.catalog.cards.get(card)
        return known.names[self.lang] if known else card

    def card(self, card: str) -> Text:
        """Return a card's name with its id."""
        return _with_id(self.catalog, card) or card

    def deck(self, owner: str, name: str, number: int) -> Fact:
        """Return a deck's name with its owner."""
        shown = self._deck_name(name)
        seat = self.catalog.owners.get(owner, "")
        if not seat:
            return shown or Message("scan.result.shared")
        shown = shown or Message("scan.result.unnamed", number=number)
        return Message("scan.result.deck", deck=shown, owner=self.catalog.seat_names[seat])

    def _deck_name(self, name: str) -> Fact:
        names = self.catalog.deck_names.get(name, {})
        return names if names.get(self.lang) else name

    def event(self, event: ScanEvent, status: ScanStatus | None = None) -> Text:
        """Return a sentence about an event, or ""."""
        facts = event.facts
        expected = status.expected if status else 0
        counted = status.counted if status else 0
        match event.kind:
            case ScanEventKind.SCAN_STARTED:
                if facts.get("resumed") or counted:
                    return Message("scan.said.resumed", counted=counted, expected=expected)
                return Message("scan.said.started", game=self.catalog.names)
            case ScanEventKind.COUNTED | ScanEventKind.AGAIN:
                return Message(f"scan.said.{event.kind}", **self._card_facts(event))
            case ScanEventKind.TWICE:
                places = str(facts["places"])
                return Message("scan.said.twice", **self._card_facts(event), places=places)
            case ScanEventKind.COMPLETE:
                return Message("scan.said.complete", expected=expected)
            case ScanEventKind.PICTURE:
                return self._picture(event)
            case ScanEventKind.STRANGER:
                stranger = self.stranger(StrangerTag.of(facts))
                return Message(f"scan.finding.{facts['what']}", what=stranger)
        return ""

    def progress(self, status: ScanStatus) -> Message:
        """Return a sentence about a scan's progress."""
        key = "scan.said.progress" if status.expected else "scan.said.progress_open"
        return Message(key, counted=status.counted, expected=status.expected)

    def missing(self, cards: Sequence[MissingCard]) -> Text:
        """Return the missing cards in one line, or "" if there are none."""
        if not cards:
            return ""
        named = Message("comma", words=[self.card(one.card) for one in cards[:_FEW]])
        if len(cards) > _FEW:
            named = Message("scan.said.more", cards=named, count=len(cards) - _FEW)
        return Message("scan.said.missing", cards=named)

    def lacks(self, one: MissingCard) -> Message:
        """Return a sentence about one missing card."""
        if not one.copy:
            return Message("scan.finding.missing_card", card=self.card(one.card))
        return Message("scan.finding.missing", card=self.card(one.card), copy=one.copy)

    def lacking(self, missing: Sequence[MissingCard]) -> list[Message]:
        """Return lines about the missing cards: one per card, or a single line for many cards."""
        counts = Counter(missing)
        if len(counts) > _FEW:
            cards = Message("comma", words=[self._lacked(*row) for row in counts.items()])
            return [Message("scan.finding.missing_all", cards=cards)]
        return [
            self.lacks(one)
            if count == 1
            else Message("scan.finding.missing_count", card=self.card(one.card), count=count)
            for one, count in counts.items()
        ]

    def _lacked(self, one: MissingCard, count: int) -> Fact:
        """Return a missing card's name for a line that lists many."""
        card = self.card(one.card)
        if one.copy:
            return Message("scan.finding.card_copy", card=card, copy=one.copy)
        return card if count == 1 else Message("scan.finding.card_count", card=card, count=count)

    def over(self, card: str, count: int, limit: int) -> Message:
        """Return a sentence about a card's surplus copies."""
        return Message("scan.finding.over", card=self.card(card), count=count, limit=limit)

    def finding(self, finding: ScanFinding, rules: str) -> Message:
        """Return a sentence about one finding."""
        facts: dict[str, Fact] = {
            "card": self.card(finding.card),
            "copy": finding.copy,
            "count": finding.count,
            "source": finding.source,
            "game": _game(finding.game),
            "rules": _game(rules),
        }
        if finding.kind is FindingKind.OTHER_DECK:
            facts["deck"] = self.deck(finding.owner, finding.text, finding.number)
        if finding.kind.value in frozenset(StrangerKind):
            facts["what"] = self.stranger(StrangerTag.of({**asdict(finding), "what": finding.kind}))
        key = finding.kind.value
        if finding.kind is FindingKind.NOTHING and finding.count:
            asked = finding.game and finding.game != self.catalog.slug
            key = "nothing_of" if asked else "nothing_of_it"
        return Message(f"scan.finding.{key}", **facts)

    def stranger(self, tag: StrangerTag) -> Message:
        """Return a phrase for the origin of a tag that is in no manifest."""
        name = _card_of(tag.game, tag.card)
        nameless = tag.what is StrangerKind.OTHER_GAME and not name
        facts: dict[str, Fact] = {
            "card": name or tag.text,
            "game": _game(tag.game),
            "copy": tag.copy,
            "text": tag.text,
            "number": tag.number,
        }
        return Message(f"scan.strange.{'other_game_number' if nameless else tag.what}", **facts)

    def findings(self, result: ScanResult) -> list[Message]:
        """Return sentences about a result's findings, one for all cards from another deck."""
        return self.found(result.findings, result.rules)

    def found(self, findings: Iterable[ScanFinding], rules: str = "") -> list[Message]:
        """Return sentences about some findings. `rules` is the game whose rules check the cards."""
        others: dict[tuple[str, str, int], list[str]] = {}
        rest = []
        for one in findings:
            if one.kind is FindingKind.OTHER_DECK:
                others.setdefault((one.owner, one.text, one.number), []).append(one.card)
            else:
                rest.append(one)
        sentences = [
            Message(
                "scan.finding.mixed",
                deck=self.deck(*key),
                count=len(cards),
                cards=Message("comma", words=[*map(self.card, cards)]),
            )
            for key, cards in others.items()
        ]
        return sentences + [self.finding(one, rules) for one in rest]

    def verdict(self, result: ScanResult) -> Message:
        """Return the word for a result's light."""
        words = {
            "fine": "legal",
            "lacking": "incomplete",
            "unseen": "incomplete",
            "broken": "illegal",
            "nothing": "nothing",
        }
        return Message(f"scan.sheet.{words[result.ending]}")

    def head(self, deck: DeckResult) -> Message:
        """Return a sentence about a deck and its completeness."""
        return Message("scan.join.head", head=self.title(deck), told=self.count(deck))

    def title(self, deck: DeckResult) -> Fact:
        """Return a deck's name with its owner and player."""
        return self._owned(self.deck(deck.owner, deck.deck.name, deck.number), deck.player)

    def count(self, deck: DeckResult) -> Message:
        """Return a phrase about a deck's completeness and its number of cards."""
        count = len(cards_of(deck.deck)) + len(deck.extras)
        key = "incomplete" if deck.missing else "complete" if deck.number >= 0 else "open"
        if deck.missing:  # do not let surplus cards hide missing ones
            count -= sum(n - most for _, n, most in deck.over)
        expected = count + len(deck.missing)
        missing = len(deck.missing)
        return Message(f"scan.result.{key}", count=count, expected=expected, missing=missing)

    def checked(self, deck: DeckResult) -> Checked | None:
        """Return the rules' verdict on a deck, or None if they do not judge it."""
        if deck.report is None:
            return None
        name = render(self._owned(self._deck_name(deck.deck.name), deck.player), self.lang)
        shown = type(deck.deck)(deck.deck.cards, deck.deck.extras, name)
        return Checked(shown, deck.report, self.catalog, self.lang)

    def _owned(self, deck: Fact, player: str) -> Fact:
        """Return a deck's name, with the player if a list names one."""
        return Message("scan.result.of_player", deck=deck, player=player) if player else deck

    def _card_facts(self, event: ScanEvent) -> dict[str, Fact]:
        return {
            "card": self.card(str(event.facts["card"])),
            "copy": str(event.facts["copy"]),
            "source": str(event.facts["source"]),
        }

    def _picture(self, event: ScanEvent) -> Message:
        facts = {name: str(value) for name, value in event.facts.items()}
        odd = [name for name in ("unread", "face_down", "controls") if facts[name] != "0"]
        key = "picture"
        if facts["new"] == facts["again"] == "0":  # the other counts give the reason
            key = "picture_other" if odd or facts["strangers"] != "0" else "picture_none"
        parts = [Message(f"scan.said.{key}", **facts)]
        parts += [Message(f"scan.said.{name}", count=facts[name]) for name in odd]
        if facts["trouble"]:
            parts.append(Message(f"scan.trouble.{facts['trouble']}"))
        return Message("scan.join.parts", parts=parts)


def _game(slug: str) -> Fact:
    try:
        return load_catalog(slug).names if slug else ""
    except RulesError:
        return slug


def _card_of(game: str, card: str) -> Text:
    try:
        return _with_id(load_catalog(game), card) if game else ""
    except RulesError:
        return ""


def _with_id(catalog: Catalog, card: str) -> Text:
    """Return a card's name with its id, or "" for an unknown card."""
    known = catalog.cards.get(card)
    return Message("scan.join.card", name=known.names, id=card) if known else ""
