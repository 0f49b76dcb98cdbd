"""The shared rules core: values, verdicts, matches, tags, manifests; standard library only.

    game = load_game("yggdrasil")
    match = Match(game, Setup("yggdrasil"))
    match.judge(parse_action("A place y03 b2"))

Theory of operation: docs/architecture.md, section 2; what a game writes: `Game`.
"""

from __future__ import annotations

from rules._action import Action, Verb, format_action, parse_action
from rules._deck import DeckFinding, DeckReport
from rules._errors import (
    DataError,
    Fault,
    IllegalAction,
    LogError,
    MalformedTag,
    MatchError,
    NotationError,
    RulesError,
    UnknownGame,
)
from rules._event import (
    GAME_ENDED,
    REVEALED,
    ROLLED,
    TURN_STARTED,
    Event,
    event_data,
    read_event,
)
from rules._game import Change, Game, TableForm, literal_gestures
from rules._judge import MAX_WORLDS, judge
from rules._manifest import (
    MANIFEST_VERSION,
    Cell,
    Fiducial,
    Manifest,
    Mat,
    PrintedBack,
    PrintedCard,
    Sheet,
    Spot,
    Symbol,
    TagSquare,
    dump_manifest,
    load_manifest,
    parse_manifest,
)
from rules._match import SETTLED, Match, Ply
from rules._tag import MAX_COPY, MAX_NUMBER, TAG_LENGTH, Tag, TagKind, format_tag, parse_tag
from rules._values import (
    CHANCE,
    UNKNOWN,
    Deck,
    Facing,
    Layout,
    Lying,
    Outcome,
    Seat,
    Setup,
    Zone,
)
from rules._verdict import LEGAL, Status, Verdict, Violation

__all__ = [
    "CHANCE",
    "GAME_ENDED",
    "LEGAL",
    "MANIFEST_VERSION",
    "MAX_COPY",
    "MAX_NUMBER",
    "MAX_WORLDS",
    "REVEALED",
    "ROLLED",
    "SETTLED",
    "TAG_LENGTH",
    "TURN_STARTED",
    "UNKNOWN",
    "Action",
    "Cell",
    "Change",
    "DataError",
    "Deck",
    "DeckFinding",
    "DeckReport",
    "Event",
    "Facing",
    "Fault",
    "Fiducial",
    "Game",
    "IllegalAction",
    "Layout",
    "LogError",
    "Lying",
    "MalformedTag",
    "Manifest",
    "Mat",
    "Match",
    "MatchError",
    "NotationError",
    "Outcome",
    "Ply",
    "PrintedBack",
    "PrintedCard",
    "RulesError",
    "Seat",
    "Setup",
    "Sheet",
    "Spot",
    "Status",
    "Symbol",
    "TableForm",
    "Tag",
    "TagKind",
    "TagSquare",
    "UnknownGame",
    "Verb",
    "Verdict",
    "Violation",
    "Zone",
    "dump_manifest",
    "event_data",
    "format_action",
    "format_tag",
    "judge",
    "literal_gestures",
    "load_manifest",
    "parse_action",
    "parse_manifest",
    "parse_tag",
    "read_event",
]
