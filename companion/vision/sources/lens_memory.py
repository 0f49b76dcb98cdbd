"""Saves the distortion of each camera's lens from one match to the next.

A lens's distortion (`companion.vision.lens`) is constant, and is estimated from a mat's fiducials
in the first seconds of a match. It is saved as one number per camera and picture size, in a small
file in the user's settings folder. The next match can use it from its first picture on. Cameras
with the same name have the same lens. The file may be deleted at any time. An unreadable or
unwritable file is ignored, because it only saves a few seconds.
"""

import json
from pathlib import Path

from companion.storage.files import settings_folder
from rules.process.disk import write_whole

_MOST = 0.3
"""Maximum plausible distortion of a webcam. Larger values must be damaged data."""
_CAMERAS = 50
_NEWS = 0.004


def lens_file() -> Path:
    """Return the path of the file with the saved distortions."""
    return settings_folder() / "lenses.json"


class SavedLens:
    """The saved distortion of a camera's lens. `camera` is `CameraSource.lens`, or "" for none."""

    def __init__(self, camera: str) -> None:
        self._camera = camera
        known = _read(lens_file()).get(camera) if camera else None
        self.bend = known or 0.0
        self._noted = known

    def note(self, bend: float | None) -> bool:
        """Save a new estimate if it differs from the saved one. Return True if it was written."""
        if not self._camera or bend is None:
            return False
        if self._noted is not None and abs(bend - self._noted) < _NEWS:
            return False
        self._noted = bend
        path = lens_file()
        known = _read(path)
        known.pop(self._camera, None)
        newest = [*known.items(), (self._camera, round(bend, 4))][-_CAMERAS:]
        return _write(path, dict(newest))


def _read(path: Path) -> dict[str, float]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        str(key): float(bend)
        for key, bend in data.items()
        if isinstance(bend, int | float) and abs(bend) <= _MOST
    }


def _write(path: Path, known: dict[str, float]) -> bool:
    try:
        write_whole(path, (json.dumps(known, ensure_ascii=False, indent=1) + "\n").encode())
    except OSError:
        return False
    return True
