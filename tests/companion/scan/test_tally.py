from __future__ import annotations

from dataclasses import replace

import pytest

from companion.readings import Face, Reading
from companion.scan.strangers import stranger
from companion.scan.tally import (
    ScanEvent,
    ScanEventKind,
    ScanTally,
    StrangerKind,
    StrangerTag,
    TagsInView,
)
from rules import Tag, TagKind, format_tag
from tests.support.printed_decks import seen, stock, tags_of

STOCK = stock()
SUN = tags_of(STOCK, "sun")


def kinds(events: list[ScanEvent]) -> list[str]:
    return [event.kind.value for event in events]


def test_a_copy_counts_once_however_often_it_is_seen() -> None:
    tally = ScanTally(STOCK)
    first = tally.take(seen(*SUN[:3]))
    second = tally.take(seen(*SUN[:4], source="b.jpg"))

    assert kinds(first) == ["counted"] * 3 + ["picture"]
    assert kinds(second) == ["counted", "picture"]
    assert second[-1].facts["new"] == 1
    assert second[-1].facts["again"] == 3
    assert tally.counted == {**dict.fromkeys(SUN[:3], "a.jpg"), SUN[3]: "b.jpg"}


def test_two_copies_of_one_card_are_two() -> None:
    copies = [c.tag for c in STOCK.copies.values() if c.card == "y09" and c.owner == "sun"]
    tally = ScanTally(STOCK)
    tally.take(seen(*copies))
    assert len(copies) == 2
    assert set(tally.counted) == set(copies)


def test_a_card_that_is_still_is_reported_once_and_one_that_comes_back_again() -> None:
    tally = ScanTally(STOCK)
    report = [
        kinds(tally.take(seen(SUN[0], time_s=second, live=True)))
        for second in (0.0, 0.03, 1.0, 2.0, 6.0, 6.1)
    ]
    assert report == [["counted"], [], [], [], ["again"], []]


def test_a_photograph_proves_a_duplicate_and_a_camera_needs_two_frames() -> None:
    tally = ScanTally(STOCK)
    assert kinds(tally.take(seen(SUN[0], SUN[0]))) == ["counted", "twice", "picture"]
    assert kinds(tally.take(seen(SUN[0], SUN[0], source="b.jpg"))) == ["picture"]
    assert tally.twice == {SUN[0]: 2}

    live = ScanTally(STOCK)
    assert kinds(live.take(seen(SUN[0], SUN[0], live=True))) == ["counted"]
    assert kinds(live.take(seen(SUN[0], SUN[0], live=True, time_s=0.1))) == ["twice"]
    assert kinds(live.take(seen(SUN[0], SUN[0], live=True, time_s=0.2))) == []


def test_the_same_tag_in_two_pictures_is_no_duplicate() -> None:
    tally = ScanTally(STOCK)
    tally.take(seen(SUN[0]))
    tally.take(seen(SUN[0], source="b.jpg"))
    assert not tally.twice


def test_what_is_no_card_is_not_counted() -> None:
    place = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    back = format_tag(Tag("Y", 100, TagKind.BACK, 0))
    tally = ScanTally(STOCK)
    glance = TagsInView("a.jpg", (Reading(back, place, 0.9, Face.BACK),), unread=2)

    (event,) = tally.take(glance)

    assert (event.facts["face_down"], event.facts["unread"]) == (1, 2)
    assert not tally.counted
    tally.take(replace(glance, readings=(), unread=0))
    assert (tally.unread, tally.face_down) == ({}, {})


def test_a_stranger_is_reported_once() -> None:
    other = StrangerTag(StrangerKind.OTHER_CODE, "hello")
    tally = ScanTally(STOCK)
    glance = TagsInView("a.jpg", strangers=(other, other))
    assert kinds(tally.take(glance)) == ["stranger", "picture"]
    assert kinds(tally.take(replace(glance, source="b.jpg"))) == ["picture"]


@pytest.mark.parametrize(
    ("text", "what", "game"),
    [
        (format_tag(Tag("J", 5, TagKind.CARD, 1, 1)), StrangerKind.OTHER_GAME, "jiguan"),
        (format_tag(Tag("Y", 5, TagKind.CARD, 3, 2)), StrangerKind.OTHER_PRINT, "yggdrasil"),
        (format_tag(Tag("Q", 5, TagKind.CARD, 3, 2)), StrangerKind.OTHER_CODE, ""),
        ("https://example.org/\x1b[2J", StrangerKind.OTHER_CODE, ""),
        ("", StrangerKind.UNREADABLE, ""),
    ],
)
def test_whose_a_foreign_tag_is(text: str, what: StrangerKind, game: str) -> None:
    found = stranger(text, "yggdrasil")
    assert found is not None
    assert (found.what, found.game, bool(found.card)) == (what, game, bool(game))
    assert found.text.isprintable()


def test_backs_and_marks_of_another_print_are_nobodys_business() -> None:
    assert stranger(format_tag(Tag("Y", 5, TagKind.BACK, 0)), "yggdrasil") is None
    assert stranger(format_tag(Tag("J", 0, TagKind.FIDUCIAL, 1)), "yggdrasil") is None


def test_a_tally_goes_on_from_its_own_events() -> None:
    tally = ScanTally(STOCK)
    other = StrangerTag(StrangerKind.OTHER_GAME, "J05", "jiguan", "jb1", 1, 5)
    events = tally.take(seen(*SUN[:3], SUN[0]))
    events += tally.take(TagsInView("b.jpg", strangers=(other,), unread=1))

    again = ScanTally(STOCK)
    for event in events:
        again.recall(event.kind.value, event.facts)

    for name in ("counted", "twice", "strangers", "unread", "face_down", "sources"):
        assert getattr(again, name) == getattr(tally, name), name
    assert kinds(again.take(seen(SUN[0], live=True))) == ["again"]


def test_a_log_of_cards_that_no_manifest_names_any_more_is_no_trouble() -> None:
    tally = ScanTally(STOCK)
    tally.recall(ScanEventKind.COUNTED, {"tag": "Y0000000", "source": "a"})
    assert not tally.counted
