"""Control cards: each has its own symbol, on a plate that shows the kind of card."""

from __future__ import annotations

import pytest

from printkit.cards.control_cards import _CARD_SLOTS
from printkit.cards.job import CardJob
from printkit.cards.layout import lay_out_cards
from printkit.cards.pieces import load_pieces
from printkit.cards.plan import plan_cards
from printkit.cards.plates import plate, symbol
from printkit.pdf.drawing import BLACK, PAPER, Group, Shape
from printkit.pdf.fonts import LANGUAGES
from printkit.template.card_template import printable
from printkit.typeset.pictograms import PlateKind, pictograms


@pytest.mark.parametrize("slug", printable())
def test_no_two_control_cards_of_a_game_bear_the_same_sign(slug: str) -> None:
    controls = load_pieces(slug).control
    signs = {repr(symbol(c.picture, slug, PAPER, BLACK)) for c in controls}
    assert len(signs) == len(controls)


def test_what_asks_halts_and_goes_on_is_reported_by_outline_and_by_ink() -> None:
    kinds: tuple[PlateKind, ...] = ("disc", "bubble", "octagon")
    plates = [plate(kind, 10.0) for kind in kinds]
    assert len({repr(one.outline) for one in plates}) == 3
    assert len({one.colour for one in plates}) == 3
    of = {card.id.removeprefix("ctl."): card.plate for card in load_pieces("stratosphere").control}
    assert (of["yes"], of["why"], of["repeat"]) == ("disc", "bubble", "bubble")
    assert {of[name] for name in ("no", "pause", "undo", "prevent", "concede")} == {"octagon"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", printable())
def test_a_control_card_wears_the_game_and_has_its_word_in_three_languages(
    slug: str, lang: str
) -> None:
    layout = lay_out_cards(plan_cards(CardJob(slug, lang=lang)))
    for control in layout.controls:
        assert control.inks is not None
        assert control.inks == load_pieces(slug).controls
        texts = " ".join(line for item in control.texts for line in item.fitted.lines)
        assert all(word.split()[0] in texts for word in control.item.word.values())
        assert control.text_inks("full")["far"] == PAPER
        assert set(control.text_inks("ink").values()) == {BLACK}
    assert len({repr(load_pieces(game).controls) for game in printable()}) == len(printable())


@pytest.mark.parametrize("slug", printable())
def test_a_sign_takes_the_two_inks_it_is_given(slug: str) -> None:
    """Check that a sign is drawn in the two inks given, without the artist's slate."""

    def inks(nodes: object) -> set[object]:
        found: set[object] = set()
        for node in nodes:  # type: ignore[attr-defined]
            if isinstance(node, Group):
                found |= inks(node.nodes)
            elif isinstance(node, Shape):
                found |= {node.fill, node.stroke and node.stroke.colour}
        return found - {None}

    for control in load_pieces(slug).control:
        assert inks(symbol(control.picture, slug, BLACK, PAPER)) <= {BLACK, PAPER}


def test_the_word_is_read_from_both_ends() -> None:
    turns = {slot.name: slot.turn for slot in _CARD_SLOTS}
    assert (turns["word"], turns["far"]) == (0, 180)


def test_every_pictogram_is_a_drawing_of_its_own() -> None:
    drawn = {repr(symbol(name, "", PAPER, BLACK)) for name in pictograms()}
    assert len(drawn) == len(pictograms())
