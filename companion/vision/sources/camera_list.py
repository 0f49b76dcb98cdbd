"""Lists the cameras, each with its number, name (if the system knows it), format and a picture.

OpenCV identifies cameras only by number, and the numbers change with every device that is plugged
in. Only Linux maps numbers to names (the kernel lists both). macOS and Windows return the cameras'
names in undefined order. There the names are listed separately, and the picture identifies each
camera.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.vision.reader.image_pyramid import Image
from companion.vision.sources.capture import Capture, Granted, granted, open_camera

_KERNEL = Path("/sys/class/video4linux")
_MOST, _GAPS = 10, 2
_WARM_UP = 8
"""Number of pictures to discard, because a camera's first pictures are dark or green."""
_PNP = "Get-CimInstance Win32_PnPEntity -Filter \"PNPClass='Camera' OR PNPClass='Image'\""
_ASK = {
    "darwin": ("system_profiler", "SPCameraDataType", "-json"),
    "win32": ("powershell", "-NoProfile", "-Command", f"{_PNP} | ForEach-Object Name"),
}
_ASK_S = 15.0


@dataclass(frozen=True, slots=True, eq=False)
class ListedCamera:
    """A working camera: its number, name ("" if unknown), format and a picture."""

    index: int
    name: str
    granted: Granted
    image: Image


def list_cameras(opener: Callable[[int], Capture] = open_camera) -> tuple[ListedCamera, ...]:
    """Open every camera for a moment, and return those that deliver a picture."""
    found = []
    missing = 0
    for index in _numbers():
        listed = _try(index, opener)
        if listed is not None:
            found.append(listed)
        missing = 0 if listed is not None else missing + 1
        if missing > _GAPS and not _KERNEL.is_dir():
            break
    return tuple(found)


def camera_name(index: int) -> str:
    """Return the system's name of camera `index`, or ""."""
    try:
        return (_KERNEL / f"video{index}" / "name").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def number_of(name: str, index: int) -> int:
    """Return the current number of the camera called `name`, whose number was `index`.

    A camera that is plugged in again may have another number, and its old number may belong to
    another camera. If two cameras have the name, the one with the nearest number is returned.
    """
    if not name or camera_name(index) == name or not _KERNEL.is_dir():
        return index
    same = [number for number in _numbers() if camera_name(number) == name]
    return min(same, key=lambda number: abs(number - index), default=index)


def system_names(platform: str = sys.platform) -> tuple[str, ...]:
    """Return the cameras' names in undefined order, on systems that do not number them."""
    command = _ASK.get(platform)
    return _names(platform, _answer(command)) if command else ()


def _answer(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - fixed system commands
            command, capture_output=True, text=True, timeout=_ASK_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _names(platform: str, answer: str) -> tuple[str, ...]:
    if platform != "darwin":
        return tuple(line.strip() for line in answer.splitlines() if line.strip())
    try:
        cameras = json.loads(answer)["SPCameraDataType"]
        return tuple(str(camera["_name"]) for camera in cameras)
    except (ValueError, KeyError, TypeError):
        return ()


def _numbers() -> list[int]:
    if _KERNEL.is_dir():
        digits = (path.name.removeprefix("video") for path in _KERNEL.glob("video*"))
        return sorted(int(d) for d in digits if d.isdecimal())
    return list(range(_MOST))


def _try(index: int, opener: Callable[[int], Capture]) -> ListedCamera | None:
    capture = opener(index)
    try:
        image = None
        for _ in range(_WARM_UP if capture.isOpened() else 0):
            good, image = capture.read()
            if not good:
                return None
        if image is None:
            return None
        return ListedCamera(index, camera_name(index), granted(capture), image)
    finally:
        capture.release()
