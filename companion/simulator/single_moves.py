"""Moves of one card by a hand that holds it visibly."""

from collections.abc import Generator, Iterator
from dataclasses import replace

from companion.simulator.hand_moves import arrive, holding, hovering, reach, withdraw
from companion.simulator.scene import Hand, PaperPiece
from companion.simulator.stage import HandMove, SceneFrame, Stage


def bring(
    stage: Stage, seat: str, tag: str, place: str, *, turn: int = 0, face_up: bool = True
) -> Iterator[SceneFrame]:
    """Bring a card by hand and place it."""
    goal = stage.aimed(HandMove(tag, place, seat, turn, face_up))
    hand = holding(stage, seat, goal)
    yield from arrive(stage, hand, 0.5)
    yield from _drop(stage, goal, place)
    yield from withdraw(stage, replace(hand, carries=None))


def take(stage: Stage, seat: str, tag: str) -> Iterator[SceneFrame]:
    """Pick up a card by hand and leave with it."""
    hand, held = yield from _grasp(stage, seat, tag)
    yield from withdraw(stage, replace(hand, carries=held), 0.5)


def carry(
    stage: Stage, seat: str, tag: str, place: str, *, turn: int = 0, face_up: bool = True
) -> Iterator[SceneFrame]:
    """Move a card by hand to another place."""
    hand, held = yield from _grasp(stage, seat, tag)
    side = _owner_side(stage, held, seat)
    goal = stage.aimed(HandMove(tag, place, side, turn, face_up))
    there = holding(stage, seat, goal)
    yield from reach(stage, replace(hand, carries=held), there, 0.5)
    yield from _drop(stage, goal, place)
    yield from withdraw(stage, replace(there, carries=None))


def swap(stage: Stage, seat: str, first: str, second: str) -> Iterator[SceneFrame]:
    """Swap two cards: lift one off, move the other, then place the first."""
    here, there = stage.place_of(first), stage.place_of(second)
    if here is None or there is None:
        raise ValueError(f"both cards must lie on the table: {first}, {second}")
    hand, held = yield from _grasp(stage, seat, first)
    side = _owner_side(stage, held, seat)
    yield from withdraw(stage, replace(hand, carries=held))
    yield from carry(stage, seat, second, here)
    goal = stage.aimed(HandMove(first, there, side, 0, held.face_up))
    back = holding(stage, seat, goal)
    yield from arrive(stage, back)
    yield from _drop(stage, goal, there)
    yield from withdraw(stage, replace(back, carries=None))


def _grasp(
    stage: Stage, seat: str, tag: str
) -> Generator[SceneFrame, None, tuple[Hand, PaperPiece]]:
    """Reach for a card and lift it; return the empty hand and the card."""
    resting = stage.scene.find(tag)
    if resting is None:
        raise ValueError(f"{tag} does not lie on the table")
    hand = hovering(stage, seat, resting)
    yield from arrive(stage, hand)
    stage.lift(tag)
    return hand, replace(resting, lift_mm=30.0)


def _drop(stage: Stage, goal: PaperPiece, place: str) -> Iterator[SceneFrame]:
    """Put the card down under the fingers, which rest for a moment."""
    stage.piles.setdefault(place, []).append(goal.tag)
    hands = tuple(replace(hand, carries=None) for hand in stage.scene.hands)
    stage.scene = replace(stage.scene.with_piece(goal), hands=hands)
    for _ in range(max(1, round(float(stage.rng.uniform(0.08, 0.25)) * stage.fps))):
        yield stage.tick()


def _owner_side(stage: Stage, piece: PaperPiece, seat: str) -> str:
    """Return the seat for which a card is upright, or else the seat that holds it."""
    for other, turn in stage.seat_turns.items():
        if abs((piece.rotation_deg - turn + 180) % 360 - 180) < 20:
            return other
    return seat
