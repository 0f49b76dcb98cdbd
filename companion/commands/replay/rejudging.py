"""`companion replay --rejudge`: a recording judged again, with the first differences."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import typer

from companion.commands.output import FINDINGS, print_json
from companion.recorder.archive import Archive
from companion.recorder.rejudge import JudgedInput, JudgedPicture, Rejudging, differs
from companion.referee.notices import read_notice
from companion.referee.words.speaker import Speaker
from rules import Catalog, Message, load_catalog, load_game
from rules.messages.message import listed
from rules.version import __version__

_INPUTS = {"TableView": "view", "Start": "start", "Finish": "finish"}


@dataclass(slots=True)
class _Result:
    """The counts of a rejudging, and its first differences."""

    inputs: int = 0
    notices: int = 0
    pictures: int = 0
    input: JudgedInput | None = None
    picture: JudgedPicture | None = None


def judge_again(path: Path, lang: str, *, json: bool) -> None:
    """Judge a recording again and print the result; exit with code 1 if anything differs."""
    rejudging = Rejudging(Archive(path))
    found = _Result()
    for judged in rejudging.inputs():
        found.inputs += 1
        found.notices += len(judged.expected)
        if found.input is None and differs(judged):
            found.input = judged
    for picture in rejudging.pictures():
        found.pictures += 1
        if picture.expected != picture.got:
            found.picture = found.picture or picture
    if json:
        print_json(_data(rejudging, found))
    else:
        _print(rejudging, found, lang)
    if found.input or found.picture:
        raise typer.Exit(FINDINGS)


def _data(rejudging: Rejudging, found: _Result) -> dict[str, Any]:
    archive, withheld = rejudging.archive, rejudging.withheld
    judged, picture = found.input, found.picture
    return {
        "recording": str(archive.path),
        "tool": archive.header.get("tool"),
        "game": archive.header["setup"]["game"],
        "whole": archive.whole,
        "inputs": found.inputs,
        "notices": found.notices,
        "pictures": found.pictures,
        "withheld": withheld and {"input": withheld.number, "time_s": withheld.time_s},
        "difference": judged
        and {
            "input": judged.number,
            "time_s": judged.time_s,
            "kind": judged.line["input"],
            "expected": judged.expected,
            "got": judged.got,
        },
        "picture": picture and picture._asdict(),
    }


def _print(rejudging: Rejudging, found: _Result, lang: str) -> None:
    archive = rejudging.archive
    setup, tool = archive.header["setup"], str(archive.header.get("tool"))
    catalog = load_catalog(setup["game"])

    def say(key: str, **facts: Any) -> None:  # noqa: ANN401 - a message's facts
        typer.echo(Message(f"replay.rejudged.{key}", **facts).render(lang))

    say("counts", inputs=found.inputs, notices=found.notices, pictures=found.pictures)
    if tool != f"companion {__version__}":
        say("versions", tool=tool, now=f"companion {__version__}")
    if not archive.whole:
        say("cut")
    if (withheld := rejudging.withheld) is not None:
        say("withheld", number=withheld.number, time=round(withheld.time_s, 1))
    if (judged := found.input) is not None:
        what = Message(f"replay.input.{_INPUTS.get(judged.line['input'], 'command')}")
        texts = _texts(judged, Speaker(catalog, lang), lang)
        at = {"number": judged.number, "time": round(judged.time_s, 1)}
        say("difference", **at, what=what, expected=texts[0], got=texts[1])
    if (picture := found.picture) is not None:
        cells = (*picture.expected, *picture.got)
        cell = next(c for c in cells if picture.expected.get(c) != picture.got.get(c))
        at = {"frame": picture.frame, "time": round(picture.time_s, 1)}
        then, now = (_cards(cards.get(cell, ()), catalog, lang) for cards in picture[2:])
        say("picture", **at, cell=cell, expected=then, got=now)
    if not (found.input or found.picture):
        say("same", file=archive.path)


def _texts(judged: JudgedInput, speaker: Speaker, lang: str) -> list[str]:
    """Return the notices that differ in words, recorded and today's, with their other facts."""
    sides: tuple[list[str], list[str]] = ([], [])
    for then, now in zip_longest(judged.expected, judged.got or ()):
        if then == now:
            continue
        texts = [_words(each, speaker) if each else "" for each in (then, now)]
        if texts[0] == texts[1]:  # the difference is in facts that no sentence contains
            keys = [key for key in {**then, **now} if then.get(key) != now.get(key)]
            facts = [", ".join(f"{k} = {each.get(k)}" for k in keys) for each in (then, now)]
            texts = [_say("facts", lang, text=texts[0], facts=each) for each in facts]
        for side, text in zip(sides, texts, strict=True):
            side.append(text)
    return [" / ".join(filter(None, side)) or _say("nothing", lang) for side in sides]


def _words(data: dict[str, Any], speaker: Speaker) -> str:
    """Return a notice's caption, or its kind if it has none of its own."""
    kind = str(data["kind"])
    if "about" in data or "winners" in data:
        return kind
    notice = read_notice(kind, data, load_game(speaker.catalog.slug).events)
    return (speaker.caption(notice) if notice is not None else "") or str(data.get("error", kind))


def _cards(cards: tuple[str, ...], catalog: Catalog, lang: str) -> str:
    names = [catalog.cards[card].names[lang] if card in catalog.cards else card for card in cards]
    return (
        Message("as_is", text=listed(names, "list")).render(lang)
        if names
        else _say("nothing", lang)
    )


def _say(key: str, lang: str, **facts: Any) -> str:  # noqa: ANN401 - a message's facts
    return Message(f"replay.rejudged.{key}", **facts).render(lang)
