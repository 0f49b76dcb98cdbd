"""What `rules` offers: loaded when the first of it is asked for (see `rules/__init__.py`)."""

from __future__ import annotations

from rules._action import Action, Verb, format_action, parse_action
from rules._catalog import (
    FACT_NAMES,
    Card,
    Catalog,
    Clause,
    SettingSpec,
    advice,
    sentence,
)
from rules._chance import Stream, dealt, shuffled
from rules._deck import DeckFinding, DeckReport
from rules._deck_command import Checked
from rules._deck_text import format_decklist, list_player
from rules._decklist import parse_decklist, read_decklist
from rules._errors import (
    DataError,
    Fault,
    GameFault,
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
    ROUND_STARTED,
    TURN_STARTED,
    Event,
    event_data,
    read_event,
)
from rules._faults import decoded, did_you_mean, load_toml, near_game, read_data_text, toml_line
from rules._game import Game, TableForm
from rules._gestures import Change, literal_gestures
from rules._han import HAN_FIGURES, han_number, plain_han
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
    fold_steps,
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
)
from rules._manifest_file import (
    belongs,
    dump_manifest,
    load_manifest,
    other_game,
    parse_manifest,
)
from rules._match import SETTLED, Match, Ply
from rules._notation import Notation, load_notation
from rules._outcome import Outcome
from rules._position import Lines, Word
from rules._read_action import near_cells, read_action
from rules._reader import Readable, game_called, load_catalog, read_catalog, readable_games
from rules._registry import game_slugs, load_game
from rules._said import said, told
from rules._spelling import read_position, spell_position
from rules._system import our_fault, system_reason
from rules._tag import MAX_COPY, MAX_NUMBER, TAG_LENGTH, Tag, TagKind, format_tag, parse_tag
from rules._tongue import system_language
from rules._unfolding import Unfolding
from rules._unseen import taken_off, unseen
from rules._values import (
    CHANCE,
    UNKNOWN,
    Deck,
    Facing,
    Layout,
    Lying,
    Seat,
    Setup,
    Zone,
)
from rules._verdict import LEGAL, Status, Verdict, Violation
from rules._words import LANGUAGES, Words, filled

__all__ = [
    "ACCEPTED",
    "CHANCE",
    "CORRECTED",
    "FACT_NAMES",
    "GAME_ENDED",
    "HAN_FIGURES",
    "LANGUAGES",
    "LEGAL",
    "MANIFEST_VERSION",
    "MATCH_STARTED",
    "MAX_COPY",
    "MAX_NUMBER",
    "MAX_WORLDS",
    "REVEALED",
    "ROLLED",
    "ROUND_STARTED",
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
    "Checked",
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
    "GameFault",
    "IllegalAction",
    "Layout",
    "Lines",
    "LogError",
    "LogWriter",
    "Lying",
    "MalformedTag",
    "Manifest",
    "Mat",
    "Match",
    "MatchError",
    "Notation",
    "NotationError",
    "Outcome",
    "Ply",
    "PrintedBack",
    "PrintedCard",
    "Readable",
    "Record",
    "RulesError",
    "Seat",
    "SettingSpec",
    "Setup",
    "Sheet",
    "Spot",
    "Status",
    "Stream",
    "Symbol",
    "TableForm",
    "Tag",
    "TagKind",
    "TagSquare",
    "Unfolding",
    "UnknownGame",
    "Verb",
    "Verdict",
    "Violation",
    "Word",
    "Words",
    "Zone",
    "accepted_data",
    "advice",
    "belongs",
    "dealt",
    "decoded",
    "did_you_mean",
    "dump_manifest",
    "dump_record",
    "event_data",
    "filled",
    "fold_log",
    "fold_steps",
    "format_action",
    "format_decklist",
    "format_tag",
    "game_called",
    "game_slugs",
    "han_number",
    "judge",
    "list_player",
    "literal_gestures",
    "load_catalog",
    "load_game",
    "load_manifest",
    "load_notation",
    "load_toml",
    "near_cells",
    "near_game",
    "other_game",
    "our_fault",
    "parse_action",
    "parse_decklist",
    "parse_log",
    "parse_manifest",
    "parse_tag",
    "plain_han",
    "read_action",
    "read_catalog",
    "read_data_text",
    "read_decklist",
    "read_event",
    "read_log",
    "read_position",
    "readable_games",
    "said",
    "sentence",
    "shuffled",
    "spell_position",
    "started_data",
    "system_language",
    "system_reason",
    "taken_off",
    "told",
    "toml_line",
    "unseen",
]
