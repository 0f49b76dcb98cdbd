"""Texts of a scan in the player's language: its events, its findings, its decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.scan.result import DeckResult, FindingKind, MissingCard, ScanFinding, ScanResult
from companion.scan.session import ScanStatus
from companion.scan.stock import cards_of
from companion.scan.tally import ScanEvent, ScanEventKind
from companion.texts import load_texts
from rules import Catalog, RulesError, load_catalog
from rules.cli.deck import Checked

_FEW = 8
"""Maximum number of missing cards that are named during a scan."""


class Captions:
    """Sentences about a scan of one game's cards in a language of `rules.LANGUAGES`."""

    def __init__(self, catalog: Catalog, lang: str) -> None:
        self.catalog, self.lang = catalog, lang
        self.texts = load_texts(lang, "scan")

    def name(self, card: str) -> str:
        """Return a card's name; its id if the game's data no longer have the card."""
        known = self.catalog.cards.get(card)
        return known.names[self.lang] if known else card

    def card(self, card: str) -> str:
        """Return a card's name with its id."""
        known = card in self.catalog.cards
        return _with_id(self.name(card), card, self.lang) if known else card

    def deck(self, owner: str, name: str, number: int) -> str:
        """Return the name of a deck, with its owner."""
        names = self.catalog.deck_names.get(name, {})
        shown = names.get(self.lang) or name
        seat = self.catalog.owners.get(owner, "")
        if not seat:
            return shown or self.texts.say("result.shared")
        shown = shown or self.texts.say("result.unnamed", number=number)
        owned = self.catalog.seat_names[seat][self.lang]
        return self.texts.say("result.deck", deck=shown, owner=owned)

    def say(self, event: ScanEvent, status: ScanStatus | None = None) -> str:
        """Return an event in one sentence, or ""."""
        facts = event.facts
        expected = status.expected if status else 0
        counted = status.counted if status else 0
        match event.kind:
            case ScanEventKind.SCAN_STARTED:
                if facts.get("resumed") or counted:
                    return self._say("said.resumed", counted=counted, expected=expected)
                return self._say("said.started", game=self.catalog.names[self.lang])
            case ScanEventKind.COUNTED | ScanEventKind.AGAIN:
                return self._say(f"said.{event.kind}", **self._card_facts(event))
            case ScanEventKind.TWICE:
                places = str(facts["places"])
                return self._say("said.twice", **self._card_facts(event), places=places)
            case ScanEventKind.COMPLETE:
                return self._say("said.complete", expected=expected)
            case ScanEventKind.PICTURE:
                return self._picture(event)
            case ScanEventKind.STRANGER:
                return self._say(f"finding.{event.facts['what']}", what=self._strange(event))
        return ""

    def progress(self, status: ScanStatus) -> str:
        """Return the progress of a scan."""
        key = "said.progress" if status.expected else "said.progress_open"
        return self._say(key, counted=status.counted, expected=status.expected)

    def missing(self, cards: Sequence[MissingCard]) -> str:
        """Return the missing cards in one line; "" if there are none."""
        if not cards:
            return ""
        named = self._say("join.comma").join(self.card(one.card) for one in cards[:_FEW])
        if len(cards) > _FEW:
            named = self._say("said.more", cards=named, count=len(cards) - _FEW)
        return self._say("said.missing", cards=named)

    def lacks(self, one: MissingCard) -> str:
        """Return one missing card in words."""
        if not one.copy:
            return self._say("finding.missing_card", card=self.card(one.card))
        return self._say("finding.missing", card=self.card(one.card), copy=one.copy)

    def lacking(self, missing: Sequence[MissingCard]) -> list[str]:
        """Return the missing cards, one per line or many in one; unprinted ones are counted."""
        counts = Counter(missing)
        if len(counts) > _FEW:
            cards = self._say("join.comma").join(self._lacked(*row) for row in counts.items())
            return [self._say("finding.missing_all", cards=cards)]
        return [
            self.lacks(one)
            if count == 1
            else self._say("finding.missing_count", card=self.card(one.card), count=count)
            for one, count in counts.items()
        ]

    def _lacked(self, one: MissingCard, count: int) -> str:
        """Return a missing card as one of many in a line."""
        card = self.card(one.card)
        if one.copy:
            return self._say("finding.card_copy", card=card, copy=one.copy)
        return card if count == 1 else self._say("finding.card_count", card=card, count=count)

    def over(self, card: str, count: int, limit: int) -> str:
        """Return the sentence about surplus copies of a card."""
        return self._say("finding.over", card=self.card(card), count=count, limit=limit)

    def finding(self, finding: ScanFinding, rules: str) -> str:
        """Return the sentence about one finding."""
        facts: dict[str, str | int] = {
            "card": self.card(finding.card),
            "copy": finding.copy,
            "count": finding.count,
            "source": finding.source,
            "game": _game(finding.game, self.lang),
            "rules": _game(rules, self.lang),
        }
        if finding.kind is FindingKind.OTHER_DECK:
            facts["deck"] = self.deck(finding.owner, finding.text, finding.number)
        if finding.kind.value in ("other_game", "other_print", "other_code", "unreadable"):
            facts["what"] = self.stranger(
                finding.kind.value,
                finding.game,
                finding.card,
                copy=finding.copy,
                text=finding.text,
                number=finding.number,
            )
        key = finding.kind.value
        if finding.kind is FindingKind.NOTHING and finding.count:
            asked = finding.game and finding.game != self.catalog.slug
            key = "nothing_of" if asked else "nothing_of_it"
        return self.texts.say(f"finding.{key}", **facts)

    def stranger(
        self, what: str, game: str, card: str, *, copy: int, text: str, number: int
    ) -> str:
        """Return the origin of a tag that no manifest names."""
        name = _card_of(game, card, self.lang)
        key = "other_game_number" if what == "other_game" and not name else what
        facts: dict[str, str | int] = {
            "card": name or text,
            "game": _game(game, self.lang),
            "copy": copy,
            "text": text,
            "number": number,
        }
        return self.texts.say(f"strange.{key}", **facts)

    def findings(self, result: ScanResult) -> list[str]:
        """Return all findings besides the rules; cards of the same other deck share a sentence."""
        return self.found(result.findings, result.rules)

    def found(self, findings: Iterable[ScanFinding], rules: str = "") -> list[str]:
        """Return the sentences on some findings; `rules`: the game whose rules check the cards."""
        others: dict[tuple[str, str, int], list[str]] = {}
        rest = []
        for one in findings:
            if one.kind is FindingKind.OTHER_DECK:
                others.setdefault((one.owner, one.text, one.number), []).append(one.card)
            else:
                rest.append(one)
        comma = self._say("join.comma")
        sentences = [
            self._say(
                "finding.mixed",
                deck=self.deck(*key),
                count=len(cards),
                cards=comma.join(map(self.card, cards)),
            )
            for key, cards in others.items()
        ]
        return sentences + [self.finding(one, rules) for one in rest]

    def verdict(self, result: ScanResult) -> str:
        """Return the word for a result's light."""
        words = {
            "fine": "legal",
            "lacking": "incomplete",
            "unseen": "incomplete",
            "broken": "illegal",
            "nothing": "nothing",
        }
        return self._say(f"sheet.{words[result.ending]}")

    def head(self, deck: DeckResult) -> str:
        """Return the sentence on a deck and its completeness."""
        count = len(cards_of(deck.deck)) + len(deck.extras)
        key = "incomplete" if deck.missing else "complete" if deck.number >= 0 else "open"
        if deck.missing:  # Surplus cards are distinguished from complete decks.
            count -= sum(n - most for _, n, most in deck.over)
        expected = count + len(deck.missing)
        state = self._say(
            f"result.{key}", count=count, expected=expected, missing=len(deck.missing)
        )
        head = self.deck(deck.owner, deck.deck.name, deck.number)
        return self._owned(head, deck.player) + self._say("join.colon") + state

    def checked(self, deck: DeckResult) -> Checked | None:
        """Return the verdict of the rules on a deck; None if they do not judge it."""
        if deck.report is None:
            return None
        named = self.catalog.deck_names.get(deck.deck.name, {}).get(self.lang)
        name = self._owned(named or deck.deck.name, deck.player)
        shown = type(deck.deck)(deck.deck.cards, deck.deck.extras, name)
        return Checked(shown, deck.report, self.catalog, self.lang)

    def _owned(self, deck: str, player: str) -> str:
        """Return a deck's name, with its player if a list names one."""
        return self._say("result.of_player", deck=deck, player=player) if player else deck

    def _say(self, key: str, **facts: str | int) -> str:
        return self.texts.say(key, **facts)

    def _card_facts(self, event: ScanEvent) -> dict[str, str | int]:
        return {
            "card": self.card(str(event.facts["card"])),
            "copy": str(event.facts["copy"]),
            "source": str(event.facts["source"]),
        }

    def _picture(self, event: ScanEvent) -> str:
        facts = {name: str(value) for name, value in event.facts.items()}
        odd = [name for name in ("unread", "face_down", "controls") if facts[name] != "0"]
        key = "picture"
        if facts["new"] == facts["again"] == "0":  # The other findings give the reason.
            key = "picture_other" if odd or facts["strangers"] != "0" else "picture_none"
        parts = [self._say(f"said.{key}", **facts)]
        parts += [self._say(f"said.{name}", count=facts[name]) for name in odd]
        if facts["trouble"]:
            parts.append(self._say(f"trouble.{facts['trouble']}"))
        return self._say("join.semicolon").join(parts)

    def _strange(self, event: ScanEvent) -> str:
        facts = event.facts
        return self.stranger(
            str(facts["what"]),
            str(facts["game"]),
            str(facts["card"]),
            copy=int(str(facts["copy"])),
            text=str(facts["text"]),
            number=int(str(facts["number"])),
        )


def _game(slug: str, lang: str) -> str:
    try:
        return load_catalog(slug).names[lang] if slug else ""
    except RulesError:
        return slug


def _card_of(game: str, card: str, lang: str) -> str:
    try:
        cards = load_catalog(game).cards if game else {}
    except RulesError:
        return ""
    return _with_id(cards[card].names[lang], card, lang) if card in cards else ""


def _with_id(name: str, card: str, lang: str) -> str:
    return load_texts(lang, "scan").say("join.card", name=name, id=card)
