"""Files of a scan: its results, its manifests, and the deck it is compared with."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.errors import SessionError
from companion.match_setup.app import build_setup, read_manifests, report_faults
from companion.scan.judging import ScanOptions, read_owner
from companion.scan.lists import ListedDeck, read_list
from companion.scan.result import counted_tags, deck_of, manifests_of, read_result
from rules import Catalog, Manifest, load_catalog
from rules.messages.near_matches import did_you_mean
from rules.records.log import parse_log


@dataclass(frozen=True, slots=True)
class ScanFiles:
    """The files of a scan; `result` is None to store nothing, `earlier` maps tags to sources."""

    result: Path | None
    manifests: tuple[Path, ...]
    earlier: dict[str, str]

    @property
    def log(self) -> Path | None:
        """Return the path of the log next to the result."""
        return self.result.with_suffix(".jsonl") if self.result else None

    @property
    def pictures(self) -> Path | None:
        """The folder for pictures of what was seen."""
        return self.result.with_name(f"{self.result.stem}-pictures") if self.result else None


def kept(again: Path | None, save: Path | None, manifests: list[Path], *, keep: bool) -> ScanFiles:
    """Return the files of a new scan, or of the scan to resume from `again` (a result or a log).

    Raises `SessionError` or `LogError` if an earlier scan cannot be resumed.
    """
    if again is None:
        if save is None or not keep:
            return ScanFiles(None, tuple(manifests), {})
        result = save.with_suffix(".json")
        log = result.with_suffix(".jsonl")
        if log.exists():
            raise SessionError("fault.scan.exists", file=log)
        return ScanFiles(result, tuple(manifests), {})
    if not again.is_file():
        raise SessionError("fault.scan.absent", file=again)
    known, earlier = _known(again)
    lost = [] if manifests else [path for path in known if not path.is_file()]
    if lost:
        raise SessionError("fault.scan.moved", file=again, manifest=lost[0].name)
    file = (save or again).with_suffix(".json")
    return ScanFiles(file if keep else None, tuple(manifests) or tuple(known), earlier)


def _known(again: Path) -> tuple[list[Path], dict[str, str]]:
    """Return the manifests of an earlier scan, and the tags it counted."""
    if again.suffix.lower() == ".json":
        data = read_result(again)
        return manifests_of(again, data), counted_tags(data)
    records, _ = parse_log(again.read_bytes())
    if not records or records[0].kind != "scan_started":
        raise SessionError("fault.scan.no_scan", file=again)
    earlier = {
        str(record.data["tag"]): str(record.data.get("source", ""))
        for record in records
        if record.kind == "counted" and "tag" in record.data
    }
    return manifests_of(again, records[0].data), earlier


def loaded(paths: tuple[Path, ...]) -> tuple[Manifest, ...]:
    """Load the manifests, which must all be of the same game.

    Raises `DataError` with the faults of all manifests, and `SessionError` if there are two games.
    """
    found, faults = read_manifests(paths)
    for path, manifest in found:
        if manifest.game != (first := found[0][1].game):
            games = {"game": manifest.game, "first": first}
            raise SessionError("fault.manifest.one_game", file=path, **games)
    report_faults(paths, faults)
    return tuple(manifest for _, manifest in found)


def wished(
    rules: str,
    settings: list[str],
    *,
    wanted: str = "",
    owner: str = "",
    everything: bool = False,
) -> ScanOptions:
    """Return the requested checks.

    Raises `UnknownGame` or `SessionError` for an unknown game, setting, owner or deck, and
    `DataError` for a faulty deck list.
    """
    catalog = load_catalog(rules)
    whose = read_owner(owner, catalog)
    chosen: dict[str, Any] = dict(build_setup(rules, settings=settings).settings)
    wish = ScanOptions(rules, chosen, whose, everything)
    if not wanted:
        return wish
    listed = _listed(wanted, whose, catalog)
    return replace(wish, wanted=listed.deck, player="" if everything else listed.player)


def _listed(word: str, owner: str, catalog: Catalog) -> ListedDeck:
    """Return the deck to compare with: shipped, from a list, or from an earlier result."""
    if word in catalog.decks:
        return ListedDeck(catalog.decks[word])
    path = Path(word)
    if not path.is_file():
        raise SessionError("fault.list.unknown", word=word, hint=did_you_mean(word, catalog.decks))
    if path.suffix.lower() == ".json":
        return ListedDeck(deck_of(path, catalog.owners.get(owner, ""), catalog.slug))
    return read_list(path, catalog)
