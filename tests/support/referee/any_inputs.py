"""Arbitrary inputs of a referee, as Hypothesis strategies: each is well-formed, few make sense."""

from __future__ import annotations

from collections.abc import Sequence

import hypothesis.strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from companion.readings import DieReading, Face, Reading, TableView, Trouble
from companion.referee import inputs
from companion.referee.control_cards import ControlCard
from companion.referee.live import LiveReferee
from companion.referee.notices import EndReason
from rules import CHANCE, UNKNOWN, Action, Facing, Verb, load_catalog
from tests.support.referee.oracle_view import CORNERS
from tests.support.referee.random_tables import CONTROLS, TOKENS

NONSENSE = "Nonsense"
STEPS_S = (0.0, 0.1, 0.3, 1.0, 2.5, 30.0)
"""Times between two views; the longest ends every wait of the referee."""


class Names:
    """The names that arbitrary inputs are made of: a game's own, and unknown ones."""

    def __init__(self, referee: LiveReferee) -> None:
        """Take the names from the referee's match."""
        game, setup = referee.at.match.game, referee.at.match.setup
        form = game.table.form(setup)
        catalog = load_catalog(game.slug)
        self.cells = ["", *(zone.cell for zone in form.zones), NONSENSE]
        self.seats = ["", CHANCE, *game.seats(setup), NONSENSE]
        self.owners = ["", *form.owners, NONSENSE]
        self.cards = ["", UNKNOWN, NONSENSE, *sorted(catalog.cards)]
        self.tags = ["", "T0001", "T0002", "T0003", "K1", NONSENSE]
        self.mats = [form.mat, form.mat, form.mat, "", NONSENSE]


maybe_length = st.none() | st.sampled_from((0.0, -50.0, 100.0, 210.5, 1e9))


@st.composite
def readings(draw: DrawFn, names: Names) -> Reading:
    """Draw the reading of a card, a token, a control card or something else."""
    face = draw(st.sampled_from(Face))
    cards = names.cards
    if face is Face.CONTROL:
        cards = [*CONTROLS]
    elif face is Face.TOKEN:
        cards = [*TOKENS]
    return Reading(
        draw(st.sampled_from(names.tags)),
        CORNERS,
        draw(st.sampled_from((0.0, 0.5, 1.0))),
        face,
        draw(st.none() | st.sampled_from((*cards, NONSENSE))),
        draw(st.integers(0, 2)),
        draw(st.sampled_from(names.owners)),
        draw(st.none() | st.sampled_from(names.cells)),
        draw(maybe_length),
        draw(maybe_length),
        draw(st.none() | st.sampled_from((0.0, 45.0, 90.0, 180.0, 270.0, 359.9))),
    )


@st.composite
def dice(draw: DrawFn, names: Names) -> DieReading:
    """Draw the reading of a die, whose value may be none of its faces."""
    return DieReading(
        draw(st.sampled_from(("d6", "paper-d6", "pyramid", NONSENSE))),
        draw(st.sampled_from(("", "0", "1", "6", "7", "star", "hammer", NONSENSE))),
        (0.0, 0.0),
        draw(st.sampled_from((0.0, 0.4, 1.0))),
        draw(maybe_length),
        draw(maybe_length),
        draw(st.none() | st.sampled_from((0.0, 80.0))),
        draw(st.none() | st.sampled_from(names.cells)),
        draw(st.integers(0, 3)),
    )


@st.composite
def views(draw: DrawFn, names: Names, kept: Sequence[Reading] = ()) -> TableView:
    """Draw a view; its time and frame are set when it is fed. It may show the `kept` readings."""
    seen = draw(st.lists(readings(names), max_size=3))
    if draw(st.booleans()):
        seen += kept
    covered = draw(st.frozensets(st.sampled_from(names.cells), max_size=2))
    occupied = {reading.cell for reading in seen}
    empty = frozenset(cell for cell in names.cells if cell and cell not in occupied)
    return TableView(
        0.0,
        0,
        tuple(seen),
        draw(st.sampled_from((empty - covered, empty - covered, frozenset[str]()))),
        covered,
        draw(st.sampled_from((False, False, False, True))),
        draw(st.sampled_from((*[None] * 20, *Trouble))),
        draw(st.sampled_from(names.mats)),
        draw(st.sampled_from((0.0, 0.0, 0.0, 50.0))),
        draw(st.sampled_from((0.0, 4.0))),
        tuple(draw(st.lists(dice(names), max_size=2))) if draw(st.booleans()) else (),
    )


@st.composite
def actions(draw: DrawFn, names: Names) -> Action:
    """Draw an action of any seat with any cells, card and value."""
    cells = st.just("") | st.sampled_from(names.cells)
    values = (
        *("", "yes", "no", "rock", "attack", "concede", "0", "99"),
        *names.cells,
        *names.cards,
    )
    return Action(
        draw(st.sampled_from(names.seats[1:])),
        draw(st.sampled_from(Verb)),
        draw(st.just("") | st.sampled_from(names.cards)),
        draw(cells),
        draw(cells),
        value=draw(st.sampled_from(values)),
        also=tuple(draw(st.lists(st.sampled_from(names.cards[1:]), max_size=2))),
        facing=draw(st.sampled_from(Facing)),
        turn=draw(st.integers(0, 3)),
    )


def commands(names: Names, positions: Sequence[str]) -> SearchStrategy[inputs.Input]:
    """Return a strategy of every input but views."""
    seats = st.sampled_from(names.seats)
    texts = st.sampled_from(positions) | st.text(max_size=8)
    some_actions = actions(names)
    cells = st.frozensets(st.sampled_from(names.cells), max_size=3)
    return st.one_of(
        st.builds(inputs.PressControl, st.sampled_from(ControlCard), seats),
        st.builds(inputs.Declare, some_actions, st.booleans()),
        st.builds(inputs.Unseen, some_actions),
        st.builds(inputs.TokenAgain, some_actions),
        st.builds(inputs.CardsWithdrawn, cells),
        st.just(inputs.TableRestored()),
        st.builds(inputs.Correct, texts),
        st.builds(inputs.Propose, texts, seats),
        st.builds(
            inputs.Finish, st.sampled_from([r for r in EndReason if r is not EndReason.RULES])
        ),
        st.builds(inputs.Start, st.sampled_from(("", NONSENSE)), seats, st.booleans()),
    )
