"""A mat that no manifest describes, from the picture to the referee's caption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.frames import Frame
from companion.readings import TableView, Trouble
from companion.referee.notices import CameraTrouble
from companion.referee.words.speaker import Speaker
from companion.vision.reader.codebook import Codebook
from companion.vision.watcher import Watcher
from rules import Mat, Setup, Tag, TagKind, format_tag, load_catalog
from tests.support.referee.oracle_view import kinds, run
from tests.support.referee.tables import YGG, sit_down
from tests.support.vision.scenes import Camera, Piece, Scene, card_tag, deck_manifest, mat_manifest

CAMERA = Camera(width=720, height=480, scale=1.9, tilt=8)
BOOK = Codebook([deck_manifest(6), mat_manifest(4, 2)])
(OURS,) = BOOK.mats.values()


def mat_of(letter: str, deck: int = 7, marks: int = 4) -> Mat:
    """Return the same mat with some marks of another game or print."""
    corners = [
        replace(mark, tag=format_tag(Tag(letter, deck, TagKind.FIDUCIAL, i)))
        for i, mark in enumerate(OURS.fiducials[:marks])
    ]
    return replace(OURS, fiducials=tuple(corners))


class Filmed:
    """A watcher with its clock, which is shown one scene after another."""

    def __init__(self) -> None:
        self.watcher = Watcher(BOOK)
        self.index = 0

    def views(self, mat: Mat | None, *pieces: Piece, frames: int) -> Iterator[TableView]:
        scene = Scene(mat=mat, pieces=list(pieces), width=420, height=280)
        for _ in range(frames):
            self.index += 1
            image = scene.render(replace(CAMERA, seed=self.index))
            yield self.watcher.see(Frame(image, self.index * 0.1, self.index))

    def last(self, mat: Mat | None, *pieces: Piece, frames: int = 3) -> TableView:
        return list(self.views(mat, *pieces, frames=frames))[-1]


def test_the_game_of_a_foreign_mat_is_known_with_and_without_cards_on_it() -> None:
    bare = Filmed().last(mat_of("J"), frames=1)
    assert (bare.trouble, bare.foreign_mat, bare.mat) == (Trouble.FOREIGN_MAT, "J", "")
    own = Piece(card_tag(1), 150.0, 60.0)
    assert Filmed().last(mat_of("J"), own, frames=1).foreign_mat == "J"
    other = Filmed().last(mat_of("Y"), frames=1)
    assert (other.trouble, other.foreign_mat) == (Trouble.FOREIGN_MAT, "Y")


def test_one_mark_is_no_mat_and_neither_are_cards() -> None:
    for view in (
        Filmed().last(mat_of("J", marks=1)),
        Filmed().last(None, *(Piece(card_tag(400 + n), 60.0 + 90 * n, 90.0) for n in range(4))),
    ):
        assert (view.trouble, view.foreign_mat) == (Trouble.NO_MAT, "")


def test_our_own_mat_next_to_a_foreign_one_counts_and_replaces_it() -> None:
    film = Filmed()
    assert film.last(mat_of("J")).trouble is Trouble.FOREIGN_MAT
    view = film.last(OURS, frames=8)
    assert (view.trouble, view.foreign_mat, view.mat) == (None, "", OURS.name)


@pytest.mark.parametrize(
    ("letter", "captions"),
    [
        (
            "J",
            (
                (
                    "This is the mat of Ji Guan; I referee The Yggdrasil. Please lay out the mat "
                    "of The Yggdrasil."
                ),
                (
                    "これは機官算尽のマットです。いま審判をしているのはザ・ユグドラシルです。"
                    "ザ・ユグドラシルのマットを広げてください。"
                ),
                "這是機官算盡的墊子，我現在裁判的是世界樹。請鋪上世界樹的墊子。",
            ),
        ),
        (
            "Y",
            (
                "This is another mat of The Yggdrasil. This match needs 4x5.",
                "これはザ・ユグドラシルの別のマットです。この対戦では4x5を使ってください。",
                "這是世界樹的另一張墊子，這場對局要用 4x5。",
            ),
        ),
        (
            "Q",
            (
                (
                    "This is the mat of another game; I referee The Yggdrasil. Please lay out the "
                    "mat of The Yggdrasil."
                ),
                (
                    "これは別のゲームのマットです。いま審判をしているのはザ・ユグドラシルです。"
                    "ザ・ユグドラシルのマットを広げてください。"
                ),
                "這是別的遊戲的墊子，我現在裁判的是世界樹。請鋪上世界樹的墊子。",
            ),
        ),
    ],
)
def test_the_referee_names_the_game_of_a_filmed_mat_once(
    letter: str, captions: tuple[str, ...]
) -> None:
    table = sit_down(YGG, Setup("yggdrasil"))
    (notice,) = run(table.referee, Filmed().views(mat_of(letter), frames=20))
    assert isinstance(notice, CameraTrouble)
    assert (notice.trouble, notice.letter) == (Trouble.FOREIGN_MAT, letter)
    for lang, caption in zip(("en", "ja", "zh-Hant"), captions, strict=True):
        assert Speaker(load_catalog("yggdrasil"), lang, "4x5").caption(notice) == caption
    table.hands.now = 2.5
    table.hands.follow(YGG.table.layout(table.referee.at.match.state), "AB")
    assert kinds(table.wait()) == ["recovered", "set_up_ready"]
