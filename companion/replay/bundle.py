"""Packs a match into one file, to be archived or sent with a bug report.

The README in the bundle lists its contents. The log is included unchanged, so that its hash chain
can be verified. While a match is in progress, players' secrets are private, so the log is cut
before the first secret, which leaves a valid log. The log's owner may ask for the whole log. Local
paths are never included. The same files give the same bytes.
"""

import hashlib
import io
import json
import platform
import zipfile
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from companion.errors import SourceError
from companion.referee.notices import read_notice
from companion.replay.protocol import protocol
from companion.replay.transcript import Transcript
from companion.web.public import is_secret
from rules import Message
from rules.messages.message import listed, render
from rules.messages.system import reason
from rules.process.disk import write_whole
from rules.records.log import fold_steps
from rules.version import __version__

_PARTS: Final = ("opencv-python", "numpy", "pydantic", "starlette", "uvicorn", "zxing-cpp")
_DAY: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date that ZIP allows. Every file gets it, so that a bundle contains no times."""
_PICTURES: Final = (".jpg", ".jpeg", ".png")
_MOST_PICTURES: Final = 400


def first_secret(transcript: Transcript) -> int | None:
    """Return the line (from 1) of the first record that is still secret, or None."""
    if transcript.over:
        return None
    before = None
    for line, match in fold_steps(transcript.good):
        if match is None:
            continue
        record = read_notice(line.kind, line.data, match.game.events)
        if record and before and is_secret(record, match.game, before, match.state):
            return line.seq + 1
        before = match.state
    return None


def names_note(transcript: Transcript, lang: str) -> str:
    """Return a note that lists the players' names, which the bundle contains."""
    names = listed([*transcript.names.values()], "list")
    return Message("replay.bundle.names", names=names).render(lang)


def write_bundle(
    path: Path,
    data: bytes,
    transcript: Transcript,
    lang: str,
    *,
    manifests: Sequence[Path] = (),
    pictures: Path | None = None,
    secrets: bool = False,
) -> int:
    """Write the bundle, and return the number of files in it; raise `SourceError` if that fails."""
    secret = None if secrets else first_secret(transcript)
    readme = Message("replay.bundle.about", game=transcript.catalog.names).render(lang)
    if secret is not None:
        data = b"".join(data.splitlines(keepends=True)[: secret - 1])
        transcript = Transcript(data, transcript.name, transcript.names)
        readme += "\n" + Message("replay.bundle.cut", line=secret).render(lang) + "\n"
    if transcript.names:
        readme += "\n" + names_note(transcript, lang) + "\n"
    files = {
        "README.txt": readme.encode(),
        "match.jsonl": data,
        "protocol.txt": protocol(transcript, lang).encode(),
    }
    for number, manifest in enumerate(manifests):
        name = f"manifests/{manifest.name}"
        if name in files:  # a manifest of the same name from another folder
            name = f"manifests/{number}-{manifest.name}"
        files[name] = _read(manifest)
    for picture in _pictures(pictures):
        files[f"pictures/{picture.name}"] = _read(picture)
    files["versions.json"] = _versions(files, transcript)
    try:
        write_whole(path, _zipped(files))
    except OSError as error:
        raise SourceError("fault.file.unwritten", file=path, why=reason(error)) from error
    return len(files)


def _pictures(folder: Path | None) -> Iterable[Path]:
    if folder is None:
        return ()
    found = sorted(p for p in folder.iterdir() if p.suffix.lower() in _PICTURES and p.is_file())
    return found[-_MOST_PICTURES:]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError("fault.source.unreadable", file=path, why=reason(error)) from error


def _versions(files: dict[str, bytes], transcript: Transcript) -> bytes:
    programs: dict[str, Any] = {"printkit-companion": __version__}
    for part in _PARTS:
        try:
            programs[part] = version(part)
        except PackageNotFoundError:
            programs[part] = None
    fault = transcript.fault
    data = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "programs": programs,
        "game": transcript.played.setup.game,
        "fault": None if fault is None else f"{fault.line}: {render(fault.what, 'en')}",
        "sha256": {name: hashlib.sha256(file).hexdigest() for name, file in files.items()},
    }
    return (json.dumps(data, indent=1, sort_keys=True) + "\n").encode()


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, file in files.items():
            bundle.writestr(zipfile.ZipInfo(name, _DAY), file, zipfile.ZIP_DEFLATED)
    return out.getvalue()
