from __future__ import annotations

from companion.robots.script import (
    Comparison,
    EntryKind,
    Script,
    ScriptEntry,
    ScriptVerdict,
    compare,
)


def perfect(found: Comparison) -> bool:
    return not (found.missing or found.extra)


def script(*deeds: tuple[EntryKind, str, tuple[str, ...], bool]) -> Script:
    return Script(
        [
            ScriptEntry(kind, action[:1], float(i), i + 0.5, action, clauses, unseen=unseen)
            for i, (kind, action, clauses, unseen) in enumerate(deeds)
        ]
    )


ACT, BAD, BACK = EntryKind.ACTION, EntryKind.ILLEGAL, EntryKind.TAKEN_BACK
DONE = script(
    (ACT, "A place y03 b2", (), False),
    (BAD, "B place y20 c1", ("YGG-6.3", "YGG-6.2"), False),
    (ACT, "B place y20 d5", (), False),
    (BACK, "B place y20 d5", (), False),
    (ACT, "B place y04 d5", (), False),
    (ACT, "B pass", (), True),
    (BAD, "B place y04 a1", ("YGG-5.1",), False),
    (ACT, "A place y15 b3", (), False),
)
SPOKEN = [
    ScriptVerdict("accepted", "A place y03 b2"),
    ScriptVerdict("refused", "B place y20 c1", ("YGG-6.3", "YGG-6.2")),
    ScriptVerdict("accepted", "B place y20 d5"),
    ScriptVerdict("taken_back"),
    ScriptVerdict("accepted", "B place y04 d5"),
    ScriptVerdict("accepted", "B pass"),
    ScriptVerdict("refused", "B place y04 a1", ("YGG-5.1",)),
    ScriptVerdict("accepted", "A place y15 b3"),
]


def test_a_right_referee_is_perfect() -> None:
    found = compare(DONE, SPOKEN)
    assert perfect(found)
    assert found.right == 8


def test_what_leaves_no_trace_may_be_reported_late() -> None:
    late = [*SPOKEN[:5], SPOKEN[6], SPOKEN[5], SPOKEN[7]]
    assert perfect(compare(DONE, late))
    assert not perfect(compare(DONE, [*SPOKEN[:2], SPOKEN[3], SPOKEN[2], *SPOKEN[4:]]))


def test_it_must_be_reported_in_the_end() -> None:
    found = compare(DONE, [w for w in SPOKEN if w.action != "B pass"])
    assert found.missing == (ScriptVerdict("accepted", "B pass"),)
    assert found.extra == ()


def test_a_wrong_clause_is_missing_and_extra() -> None:
    wrong = ScriptVerdict("refused", "B place y20 c1", ("YGG-6.3",))
    found = compare(DONE, [SPOKEN[0], wrong, *SPOKEN[2:]])
    assert found.missing == (SPOKEN[1],)
    assert found.extra == (wrong,)
    assert found.right == 7


def test_a_word_too_many_is_extra() -> None:
    found = compare(DONE, [*SPOKEN, ScriptVerdict("refused", "A place y15 b3", ("YGG-6.1",))])
    assert found.missing == ()
    assert len(found.extra) == 1
    assert not perfect(found)


def test_a_step_declined_for_a_hand_nobody_sees_is_no_fault() -> None:
    more = ScriptVerdict("accepted", "A pass")
    found = compare(DONE, [*SPOKEN, more])
    assert perfect(found)
    assert found.right == len(SPOKEN)
