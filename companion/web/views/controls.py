"""The control cards in a view: those with an effect now, and their seats."""

from companion.referee.control_cards import HARMLESS, PREFIX, ControlCard
from companion.referee.phases import RefereePhase
from companion.web.auth.roles import Pass, Role
from companion.web.snapshot import Snapshot
from companion.web.views.options import Choice
from companion.web.views.prompts import pass_text, saying_text
from companion.web.views.words import Words, card_words
from rules import CHANCE, Message, PlacedCard, Seat, Verb, judge
from rules.core.candidate_actions import Change

_CONTROL_OF = {Verb.PASS: ControlCard.END_TURN, Verb.READY: ControlCard.READY}
_ALWAYS = (ControlCard.WHY, ControlCard.UNDO, ControlCard.REPEAT, ControlCard.PAUSE)


def controls_of(now: Snapshot, may: tuple[Choice, ...], who: Pass) -> list[str]:
    """Return the control cards with an effect now, the permanent ones first.

    A seat sees only its own cards.
    """
    if who.role is Role.SPECTATOR or now.film:
        return []
    if now.coach is not None:
        return [ControlCard.DONE]
    if now.stage is RefereePhase.ENDED:
        return []  # the match accepts no more commands
    if now.overlays.paused:
        return [control for control in _ALWAYS if control in HARMLESS]
    asked = (ControlCard.YES, ControlCard.NO) if now.stage is RefereePhase.ASKING else ()
    return list(dict.fromkeys((*asked, *_answers(now, who), *_ALWAYS, *_spoken(now, may, who))))


def whose(
    now: Snapshot, may: tuple[Choice, ...], who: Pass, words: Words
) -> dict[str, list[dict[str, str]]]:
    """Map control cards that count for one seat to the seats that may use them.

    These are a YES that each seat gives for itself, and the ends of turns and phases. A seat sees
    only its own cards.
    """
    if who.role is Role.SPECTATOR or now.film:
        return {}
    seats = {name: {c.seat for c in own} for name, own in _spoken(now, may, who).items()}
    asked = [seat for seat in now.waits if who.seat in ("", seat)]
    found = (
        {ControlCard.YES: asked}
        if now.stage is RefereePhase.ASKING and asked
        else _answers(now, who)
    )
    found |= {name: [s for s in now.position.to_act if s in seats[name]] for name in seats}
    return {
        name: [{"seat": seat, "name": words.seat(seat)} for seat in by]
        for name, by in found.items()
    }


def called(now: Snapshot, may: tuple[Choice, ...], who: Pass, words: Words) -> dict[str, str]:
    """Map control cards to texts if they mean more than their printed word.

    Examples: allowing an attack, giving up the rest of a phase, agreeing by YES. A card that
    several seats may use is included only if it means the same for all of them.
    """
    own = card_words(now.position.setup.game, words.lang)
    ends = {
        pass_text(choice, words) for choice in _spoken(now, may, who).get(ControlCard.END_TURN, ())
    }
    agreed = {_agreed(now, seat, words) for seat in _answers(now, who).get(ControlCard.YES, ())}
    for control, texts in ((ControlCard.END_TURN, ends), (ControlCard.YES, agreed)):
        if len(texts) == 1 and (text := texts.pop()):
            own[control] = text
    return own


def _agreed(now: Snapshot, seat: Seat, words: Words) -> str:
    """Return the text of a seat's YES with its consequence, or "" if that is ambiguous."""
    game = now.position.game
    played = Change(f"{seat}.control", None, PlacedCard(PREFIX + ControlCard.YES, seat))
    actions = {
        a
        for a in game.candidate_actions(now.position.state, (played,))
        if judge(game, now.position.state, a).legal
    }
    if len(actions) != 1:
        return ""
    text = saying_text(game, now.position.state, actions.pop(), words)
    return Message("colon", words=(Message("page.control.yes"), text)).render(words.lang)


def _answers(now: Snapshot, who: Pass) -> dict[ControlCard, list[Seat]]:
    """Return the seats that may answer the game's own question with YES or NO."""
    if now.stage is RefereePhase.ASKING:
        return {}
    game = now.position.game
    found: dict[ControlCard, list[Seat]] = {}
    for seat in now.position.to_act:
        if seat == CHANCE or who.seat not in ("", seat):
            continue
        for control in (ControlCard.YES, ControlCard.NO):
            played = Change(f"{seat}.control", None, PlacedCard(PREFIX + control, seat))
            actions = game.candidate_actions(now.position.state, (played,))
            if any(judge(game, now.position.state, action).legal for action in actions):
                found.setdefault(control, []).append(seat)
    return found if ControlCard.YES in found else {}


def _spoken(now: Snapshot, may: tuple[Choice, ...], who: Pass) -> dict[ControlCard, list[Choice]]:
    found: dict[ControlCard, list[Choice]] = {}
    declining = _answers(now, who).get(ControlCard.NO, ())
    for choice in may:
        control = _CONTROL_OF.get(choice.verb)
        if choice.verb is Verb.PASS and choice.seat in declining:
            continue  # NO is possible
        if control is ControlCard.READY and card_words(now.position.setup.game, "en"):
            control = ControlCard.DONE
        if control is not None and who.seat in ("", choice.seat):
            found.setdefault(control, []).append(choice)
    return found
