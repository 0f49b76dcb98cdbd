"""The shared rules core: values, verdicts, matches, tags, manifests; standard library only.

    game = load_game("yggdrasil")
    match = Match(game, Setup("yggdrasil"))
    match.judge(parse_action("A place y03 b2"))

Theory of operation: docs/architecture.md, section 2; what a game writes: `Game`.
"""

from __future__ import annotations

import sys

if sys.argv[:1] == ["-m"]:  # `python -m rules` begins: Ctrl-C is heard before all else loads
    try:
        from rules._interrupt import guard

        guard()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)

from rules._action import Action, Verb, format_action, parse_action
from rules._catalog import (
    FACT_NAMES,
    LANGUAGES,
    Card,
    Catalog,
    Clause,
    SettingSpec,
    Words,
    sentence,
)
from rules._deck import DeckFinding, DeckReport
from rules._decklist import format_decklist, parse_decklist, read_decklist
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
from rules._faults import did_you_mean, load_toml, read_data_text, toml_line
from rules._game import Change, Game, TableForm, literal_gestures
from rules._judge import MAX_WORLDS, judge
from rules._log import (
    ACCEPTED,
    CORRECTED,
    MATCH_STARTED,
    TAKEN_BACK,
    LogWriter,
    Record,
    accepted_data,
    dump_record,
    fold_log,
    parse_log,
    read_log,
    started_data,
)
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
from rules._read_action import near_cells, read_action
from rules._reader import load_catalog, read_catalog
from rules._registry import game_slugs, load_game
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
    "ACCEPTED",
    "CHANCE",
    "CORRECTED",
    "FACT_NAMES",
    "GAME_ENDED",
    "LANGUAGES",
    "LEGAL",
    "MANIFEST_VERSION",
    "MATCH_STARTED",
    "MAX_COPY",
    "MAX_NUMBER",
    "MAX_WORLDS",
    "REVEALED",
    "ROLLED",
    "SETTLED",
    "TAG_LENGTH",
    "TAKEN_BACK",
    "TURN_STARTED",
    "UNKNOWN",
    "Action",
    "Card",
    "Catalog",
    "Cell",
    "Change",
    "Clause",
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
    "LogWriter",
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
    "Record",
    "RulesError",
    "Seat",
    "SettingSpec",
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
    "Words",
    "Zone",
    "accepted_data",
    "did_you_mean",
    "dump_manifest",
    "dump_record",
    "event_data",
    "fold_log",
    "format_action",
    "format_decklist",
    "format_tag",
    "game_slugs",
    "judge",
    "literal_gestures",
    "load_catalog",
    "load_game",
    "load_manifest",
    "load_toml",
    "near_cells",
    "parse_action",
    "parse_decklist",
    "parse_log",
    "parse_manifest",
    "parse_tag",
    "read_action",
    "read_catalog",
    "read_data_text",
    "read_decklist",
    "read_event",
    "read_log",
    "sentence",
    "started_data",
    "toml_line",
]
