"""Generator of a release's bill of materials and licences: `python -m tools.sbom [--to dist]`.

    printkit-companion-VERSION.cdx.json   CycloneDX 1.6: packages of the locks, and bundled fonts
    THIRD-PARTY-LICENCES.txt              their licences, word for word

The locks give versions and hashes, the installed packages their licences; both must agree. A
package that other systems need is listed without its licence if it is not installed. Equal locks
give equal files, and neither names a host.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from rules.version import __version__
from tools.lock import ROOT, blocks

NAME = "printkit-companion"
LOCKS: Mapping[str, str] = {"requirements.lock": "required", "requirements-extras.lock": "optional"}
"""The scope of each lock's packages; the lock for development is no part of a release."""
TEMPLATES = ROOT / "templates"
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_TEXT = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Package:
    """A locked package. `licence` is "" and `texts` are empty if it is not installed here."""

    name: str
    version: str
    scope: str
    marker: str
    hashes: tuple[str, ...]
    licence: str
    texts: tuple[str, ...]


def packages() -> Iterator[Package]:
    """Yield the packages of the locks; raise `SystemExit` if another version is installed."""
    for lock, scope in LOCKS.items():
        for name, entry in blocks((ROOT / lock).read_text(encoding="utf-8")):
            needed = Requirement(re.split(r"\s*\\", entry)[0])
            version = str(needed.specifier).removeprefix("==")
            hashes = tuple(sorted(_HASH.findall(entry)))
            marker = str(needed.marker or "")
            try:
                installed = metadata.distribution(name)
            except metadata.PackageNotFoundError:
                if needed.marker is None or needed.marker.evaluate():
                    raise SystemExit(f"{name} is not installed: install the locks first") from None
                yield Package(name, version, scope, marker, hashes, "", ())
                continue
            here = needed.marker is None or needed.marker.evaluate()
            if here and installed.version != version:
                raise SystemExit(f"{name} {installed.version} is installed, not {version}")
            texts = _texts(installed) if here else ()
            yield Package(name, version, scope, marker, hashes, _licence(installed), texts)


def _licence(installed: metadata.Distribution) -> str:
    """Return the licence that a package declares: an expression, or a name."""
    about = installed.metadata
    classifiers = [c for c in about.get_all("Classifier", []) if c.startswith("License ::")]
    named = [c.rpartition(" :: ")[2] for c in classifiers]
    short = [text for text in about.get_all("License", []) if len(text) <= _LONGEST_NAME]
    found = [*about.get_all("License-Expression", []), *named, *short]
    if not found:
        raise SystemExit(f"{about['Name']} declares no licence")
    return str(found[0])


def _texts(installed: metadata.Distribution) -> tuple[str, ...]:
    """Return the licence files of a package, or the licence in its metadata."""
    names = [file for file in installed.files or () if ".dist-info" in str(file.parent)]
    files = [file for file in names if _TEXT.search(str(file.relative_to(file.parts[0])))]
    texts = [Path(str(file.locate())).read_text("utf-8", "replace") for file in sorted(files)]
    stated = installed.metadata.get_all("License", [])
    return tuple(text.strip() for text in texts or stated or [_licence(installed)])


def fonts() -> Iterator[tuple[Path, Path]]:
    """Yield each bundled font with the file of its licence, the SIL Open Font License."""
    for font in sorted(TEMPLATES.rglob("*.[ot]tf")):
        licences = {path.stem.removeprefix("OFL-"): path for path in font.parent.glob("OFL-*.txt")}
        yield font, next(path for stem, path in licences.items() if font.name.startswith(stem))


def bill(found: list[Package]) -> dict[str, Any]:
    """Return the bill of materials as CycloneDX JSON data."""
    components = [_component(package) for package in found]
    components += [
        {
            "type": "file",
            "bom-ref": f"font:{font.name}",
            "name": font.name,
            "hashes": [_sha256(hashlib.sha256(font.read_bytes()).hexdigest())],
            "licenses": [{"license": {"id": "OFL-1.1"}}],
        }
        for font, _ in fonts()
    ]
    whole = {
        "type": "application",
        "bom-ref": f"pkg:pypi/{NAME}@{__version__}",
        "name": NAME,
        "version": __version__,
        "purl": f"pkg:pypi/{NAME}@{__version__}",
        "licenses": [{"license": {"id": "MIT"}}],
    }
    content = json.dumps([whole, components], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_OID, content).urn,
        "version": 1,
        "metadata": {"component": whole},
        "components": components,
    }


def _component(package: Package) -> dict[str, Any]:
    purl = f"pkg:pypi/{package.name}@{package.version}"
    data: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "scope": package.scope,
        "purl": purl,
        "hashes": [_sha256(digest) for digest in package.hashes],
    }
    if package.licence:
        simple = re.fullmatch(r"[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*", package.licence)
        known = {"expression": package.licence}
        data["licenses"] = [known if simple else {"license": {"name": package.licence}}]
    if package.marker:
        data["properties"] = [{"name": "python:marker", "value": package.marker}]
    return data


def _sha256(digest: str) -> dict[str, str]:
    return {"alg": "SHA-256", "content": digest}


def licences(found: list[Package]) -> str:
    """Return the licences of the packages and of the fonts."""
    parts = [
        f"{package.name} {package.version}: {package.licence}\n\n" + "\n\n".join(package.texts)
        for package in found
        if package.texts
    ]
    for licence in dict.fromkeys(path for _, path in fonts()):
        names = ", ".join(font.name for font, its in fonts() if its == licence)
        parts.append(f"{names}: OFL-1.1\n\n{licence.read_text(encoding='utf-8').strip()}")
    line = "\n\n" + "=" * 80 + "\n\n"
    return line.join(parts) + "\n"


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--to", type=Path, default=ROOT / "dist", metavar="FOLDER")
    folder = parser.parse_args().to
    folder.mkdir(parents=True, exist_ok=True)
    found = list(packages())
    data = json.dumps(bill(found), indent=1, ensure_ascii=False) + "\n"
    (folder / f"{NAME}-{__version__}.cdx.json").write_text(data, encoding="utf-8")
    (folder / "THIRD-PARTY-LICENCES.txt").write_text(licences(found), encoding="utf-8")


if __name__ == "__main__":
    main()
