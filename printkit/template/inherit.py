"""Inheritance of templates: one source from several files, each key with its own place.

`extends = "GAME"` names another game's template, and `extends = "small.toml"` names a file in the
same folder. Tables are merged key by key. The parts of a face (`[[slot]]`, `[[back]]`,
`[[image]]`, `[[panel]]`, `[[repeat]]`) are matched by `name`, and the extending template's keys
replace those of the other. New parts are added at the end. `drop = ["name"]` omits parts.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from printkit.data.toml_source import Key, Source, game_folder, game_slugs, read_source, shown_path
from printkit.errors import TemplateFaults
from printkit.template.anchors import EDGES, NEIGHBOURS
from rules import Message
from rules.messages.near_matches import did_you_mean

PARTS: Final = ("slot", "back", "image", "panel", "repeat")
"""Keys of the lists of named parts."""
_OWN: Final = ("extends", "drop")
_PLACES: Final = frozenset(("box", "area", "gap", *EDGES, *NEIGHBOURS))


def read_extended(path: Path, chain: tuple[Path, ...] = ()) -> Source:
    """Read a template with all its bases; raise `TemplateFaults` for a cycle or a missing file."""
    own = read_source(path)
    chain = (*chain, path)
    if "extends" not in own.data:
        return _merged(Source(path, {}, {}), own) if "drop" in own.data else own
    return _merged(read_extended(_other(own, chain), chain), own)


def _other(own: Source, chain: tuple[Path, ...]) -> Path:
    """Return the file that `extends` names."""
    word = own.data["extends"]
    if not isinstance(word, str) or not word:
        raise TemplateFaults([own.fault(("extends",), Message("print.extends_what"))])
    in_folder = word.endswith(".toml")
    found = (own.path.parent / word if in_folder else game_folder(word) / "card.toml").resolve()
    if found in [path.resolve() for path in chain]:
        way = " → ".join(str(shown_path(p)) for p in (*chain, found))
        raise TemplateFaults([own.fault(("extends",), Message("print.extends_circle", way=way))])
    if not found.is_file():
        known = game_slugs("templates", "card.toml")
        if in_folder:
            known = sorted(p.name for p in own.path.parent.glob("*.toml") if p != own.path)
        near = did_you_mean(word, known)
        what = Message("print.no_template", name=repr(word), near=near)
        raise TemplateFaults([own.fault(("extends",), what)])
    return found


def _merged(under: Source, own: Source) -> Source:
    """Merge a source over the one that it extends."""
    dropped = own.data.get("drop", [])
    if not isinstance(dropped, list) or not all(isinstance(name, str) for name in dropped):
        raise TemplateFaults([own.fault(("drop",), Message("print.drop_what"))])
    data, places = _without(under, dropped, own)
    for key, value in own.data.items():
        if key in PARTS and isinstance(value, list):
            merged = data.setdefault(key, [])
            at = [_merge_part(merged, part, value[:n]) for n, part in enumerate(value)]
            for loc, place in own.places.items():
                if loc[0] == key and len(loc) > 1 and isinstance(loc[1], int):
                    places[key, at[loc[1]], *loc[2:]] = place
        elif key not in _OWN:
            data[key] = _over(data.get(key), value)
            places |= {loc: place for loc, place in own.places.items() if loc[0] == key}
    return Source(own.path, data, places)


def _merge_part(
    parts: list[Any],
    own: Any,  # noqa: ANN401 - any TOML value
    before: Sequence[Any],
) -> int:
    """Merge a part over the one with the same name, or add it; return its position.

    If several parts share a name, the second is merged over the second; `before` has the source's
    earlier parts. A part with a new position replaces the whole position, so that an old box does
    not conflict with a new anchor.
    """
    name = _name(own)
    alike = [at for at, part in enumerate(parts) if name and _name(part) == name]
    nth = sum(1 for part in before if _name(part) == name)
    if nth >= len(alike):
        parts.append(own)
        return len(parts) - 1
    at = alike[nth]
    gone = _PLACES if (_PLACES - {"gap", "area"}) & own.keys() else frozenset[str]()
    parts[at] = {key: value for key, value in parts[at].items() if key not in gone} | own
    return at


def _name(part: object) -> str:
    """Return a part's name, or "" if it is not a text."""
    name = part.get("name") if isinstance(part, dict) else None
    return name if isinstance(name, str) else ""


def _without(
    under: Source, dropped: list[str], own: Source
) -> tuple[dict[str, Any], dict[Key, tuple[Path, int]]]:
    """Return the extended source without the dropped parts, with its places renumbered."""
    data: dict[str, Any] = {key: _over(None, value) for key, value in under.data.items()}
    places, known = dict(under.places), set[str]()
    for key in PARTS:
        if not isinstance(parts := data.get(key), list):
            continue
        names = [_name(part) for part in parts]
        known |= {*names}
        kept = [n for n, name in enumerate(names) if name not in dropped]
        data[key] = [parts[n] for n in kept]
        places = {
            (loc if loc[0] != key or len(loc) < 2 else (key, kept.index(loc[1]), *loc[2:])): place  # type: ignore[arg-type]
            for loc, place in places.items()
            if loc[0] != key or len(loc) < 2 or loc[1] in kept
        }
    if unknown := [name for name in dropped if name not in known]:
        none = {name: did_you_mean(name, known) for name in unknown}
        slips = [Message("print.drop_none", name=repr(n), near=near) for n, near in none.items()]
        raise TemplateFaults([own.fault(("drop",), slip) for slip in slips])
    return data, places


def _over(under: Any, own: Any) -> Any:  # noqa: ANN401 - any TOML value
    """Merge a value over another: tables key by key; any other value is replaced."""
    if isinstance(own, dict):
        below = under if isinstance(under, dict) else {}
        return below | {key: _over(below.get(key), value) for key, value in own.items()}
    return list(own) if isinstance(own, list) else own
