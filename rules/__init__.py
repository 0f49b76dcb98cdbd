"""The shared rules core: values, verdicts, matches, catalogues, logs, manifests and tags.

    >>> match = Match(load_game("yggdrasil"), Setup("yggdrasil"))
    >>> match.judge(parse_action("A place y03 b2")).clauses  # before any card is dealt
    ('YGG-5.1', 'YGG-5.4')

It depends only on the standard library. A game needs only the names in `__all__` (see `Rules`). Our
own programs import further names from the folders `rules.catalog`, `rules.notation`,
`rules.messages`, `rules.records` and `rules.core`. Simulations start at `rules.sim.playout`.
"""

import sys

if sys.argv[:1] == ["-m"]:  # Python is still locating the module to run, perhaps this package
    try:
        from rules.process.interrupt import begin

        begin("rules")  # has no effect if another module is run
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)

from rules.catalog.reader import load_catalog
from rules.catalog.sentences import refusal
from rules.core.action import Action, Verb, format_action, parse_action
from rules.core.card_data import Card, Catalog, Clause
from rules.core.columns import Number
from rules.core.deck_report import DeckFinding, DeckReport
from rules.core.event import GAME_ENDED, Event, Outcome, Resolution
from rules.core.event_kinds import event_kinds
from rules.core.judge import judge
from rules.core.match import Ply
from rules.core.perft import perft
from rules.core.position import Position
from rules.core.rules import (
    CaptionRules,
    DataRules,
    NotationRules,
    PhaseSpec,
    QueryRules,
    RobotRules,
    Rules,
    TableForm,
    TableRules,
)
from rules.core.values import CHANCE, UNKNOWN, Deck, Facing, Layout, PlacedCard, Seat, Setup, Zone
from rules.core.verdict import LEGAL, Status, Verdict, Violation
from rules.errors import (
    DataError,
    Fault,
    IllegalAction,
    LogError,
    NotationError,
    RulesError,
)
from rules.match import Match
from rules.messages.languages import LANGUAGES
from rules.messages.message import Message
from rules.notation.read_action import read_action
from rules.notation.spelling import read_position
from rules.records.log import LogWriter, Record, fold_log, read_log
from rules.records.manifest import Cell, Manifest, Mat, PrintedCard
from rules.records.manifest_file import dump_manifest, load_manifest
from rules.records.tag import Tag, TagKind, format_tag, parse_tag
from rules.registry import game_slugs, load_game

__all__ = [
    "CHANCE",
    "GAME_ENDED",
    "LANGUAGES",
    "LEGAL",
    "UNKNOWN",
    "Action",
    "CaptionRules",
    "Card",
    "Catalog",
    "Cell",
    "Clause",
    "DataError",
    "DataRules",
    "Deck",
    "DeckFinding",
    "DeckReport",
    "Event",
    "Facing",
    "Fault",
    "IllegalAction",
    "Layout",
    "LogError",
    "LogWriter",
    "Manifest",
    "Mat",
    "Match",
    "Message",
    "NotationError",
    "NotationRules",
    "Number",
    "Outcome",
    "PhaseSpec",
    "PlacedCard",
    "Ply",
    "Position",
    "PrintedCard",
    "QueryRules",
    "Record",
    "Resolution",
    "RobotRules",
    "Rules",
    "RulesError",
    "Seat",
    "Setup",
    "Status",
    "TableForm",
    "TableRules",
    "Tag",
    "TagKind",
    "Verb",
    "Verdict",
    "Violation",
    "Zone",
    "dump_manifest",
    "event_kinds",
    "fold_log",
    "format_action",
    "format_tag",
    "game_slugs",
    "judge",
    "load_catalog",
    "load_game",
    "load_manifest",
    "parse_action",
    "parse_tag",
    "perft",
    "read_action",
    "read_log",
    "read_position",
    "refusal",
]
