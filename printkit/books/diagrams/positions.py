"""Positions of the pictures in a book, replayed by the game's rules.

A picture whose example no longer holds is a fault: an illegal line of a replay, an event that does
not happen, an example that is judged differently, or a score that is not that of the position.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from printkit.books.diagrams.data import AddedCard, BoardPicture, Replay
from rules import (
    Action,
    Event,
    Facing,
    Layout,
    Match,
    Message,
    PlacedCard,
    RulesError,
    Setup,
    Verb,
    load_catalog,
    load_game,
    parse_action,
    read_position,
)
from rules.core.event import event_data


@dataclass(frozen=True, slots=True)
class PicturedPosition:
    """The position that a picture of a board shows: the layout, and the name of the mat.

    `drawn` are cards that the rules refuse to place, or that the picture adds.
    """

    layout: Layout
    mat: str
    drawn: tuple[AddedCard, ...] = ()


@dataclass
class Positions:
    """The positions of one game's book; `faults` collects what no longer holds."""

    slug: str
    replays: Mapping[str, Replay]
    faults: list[tuple[str, Message]] = field(default_factory=list)
    """Each fault with the place of its picture or line."""
    _matches: dict[str, Match[Any] | None] = field(default_factory=dict)

    def of(self, picture: BoardPicture, where: str) -> PicturedPosition | None:
        """Return the position of a picture, or None after adding a fault."""
        try:
            match = self._start(picture, where)
        except RulesError as error:
            self._add(where, error)
            return None
        if match is None:
            return None
        extra = list(picture.card)
        if picture.action:
            extra += self._example(match, picture, where)
        scores = match.position.scores
        for seat, score in picture.scores.items():
            if scores.get(seat) != score:
                found = str(scores.get(seat, "-"))
                self.faults.append((where, Message("print.example_score", seat=seat, score=found)))
        mat = picture.mat or match.game.table.form(match.setup).mat
        return PicturedPosition(match.position.layout, mat, tuple(extra))

    def setup(self, picture: BoardPicture) -> Setup:
        """Return the settings with which a picture's position is played."""
        replay = self.replays.get(picture.replay)
        return Setup(self.slug, replay.settings if replay else picture.settings)

    def _start(self, picture: BoardPicture, where: str) -> Match[Any] | None:
        """Return a match at the picture's position, before its example."""
        game = load_game(self.slug)
        if picture.replay:
            if picture.replay not in self.replays:
                self.faults.append((where, Message("print.no_replay", name=picture.replay)))
                return None
            whole = self._played(picture.replay)
            if whole is None:
                return None
            after = len(whole.plies) if picture.after is None else picture.after
            if not 0 <= after <= len(whole.plies):
                lines = str(len(whole.plies))
                self.faults.append((where, Message("print.replay_short", lines=lines)))
                return None
            return Match(game, whole.setup, whole.state_at(after))
        setup = Setup(self.slug, picture.settings)
        if not picture.position:
            return Match(game, setup)
        return Match(game, setup, read_position(picture.position, game, setup, unchecked=True))

    def _example(self, match: Match[Any], picture: BoardPicture, where: str) -> Iterator[AddedCard]:
        """Play a picture's example if it is legal; otherwise, yield the card that it would place.

        The verdict must be the picture's.
        """
        try:
            action = parse_action(picture.action)
            verdict = match.judge(action)
        except RulesError as error:
            self._add(where, error)
            return
        holds = picture.breaks in verdict.clauses if picture.breaks else verdict.legal
        if not holds:
            found = ", ".join(verdict.clauses) or "-"
            self.faults.append((where, Message("print.example_verdict", found=found)))
        elif verdict.legal:
            match.play(action)
        placed = action.verb is Verb.PLACE and action.card
        if placed and (picture.open or not verdict.legal):
            card = _placed_by(action)
            yield card.model_copy(update={"down": False}) if picture.open else card

    def _played(self, name: str) -> Match[Any] | None:
        """Return the match after a whole replay, or None if a line of it is refused."""
        if name not in self._matches:
            self._matches[name] = self._play(name, self.replays[name])
        return self._matches[name]

    def _play(self, name: str, replay: Replay) -> Match[Any] | None:
        catalog, game = load_catalog(self.slug), load_game(self.slug)
        decks = {seat: catalog.decks[deck] for seat, deck in replay.decks.items()}
        setup = Setup(self.slug, replay.settings, decks)
        try:
            start = read_position(replay.position, game, setup) if replay.position else None
            match = Match(game, setup, start)
        except RulesError as error:
            self._add(f"replay.{name}", error)
            return None
        for n, line in enumerate(replay.line):
            where = f"replay.{name}.line.{n}"
            words, _, expected = line.partition("|")
            try:
                ply = match.play(parse_action(words.strip()))
            except RulesError as error:
                self._add(where, error)
                return None
            for event in filter(None, map(str.strip, expected.split(","))):
                if not any(_is_named(found, event) for found in ply.events):
                    self.faults.append((where, Message("print.no_event", event=event)))
        return match

    def _add(self, where: str, error: RulesError) -> None:
        self.faults.append((where, Message("print.example_refused", why=str(error))))


def _is_named(event: Event, words: str) -> bool:
    """Return whether an event has the kind, and then any values, that words name."""
    kind, *values = words.split()
    given = {*event.items, *event.value.split(), *map(str, event_data(event).values())}
    return event.kind == kind and given.issuperset(values)


def _placed_by(action: Action) -> AddedCard:
    seat = action.value or action.seat
    down = action.facing is Facing.DOWN
    return AddedCard(card=action.card, seat=seat, at=action.to, turn=action.turn, down=down)


def placed_card(card: AddedCard) -> PlacedCard:
    """Return an added card as a card on the table."""
    facing = Facing.DOWN if card.down else Facing.UP
    return PlacedCard(card.card, card.seat, facing, card.turn)
