"""Sources of pictures: one protocol for cameras, files, phones and the virtual table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: `image` is (height, width, 3) BGR or (height, width) grey, uint8.

    `time_s` is the source's own clock in seconds and never decreases; `index` counts from 0.
    """

    image: npt.NDArray[np.uint8]
    time_s: float
    index: int


class FrameSource(Protocol):
    """A camera, a video, a folder of pictures, a URL, or the virtual table."""

    @property
    def name(self) -> str:
        """The name used in messages: "camera 0", "table.mp4"."""

    def read(self) -> Frame | None:
        """Return the newest frame, or None when the source has ended.

        Raises `companion.errors.CameraLost` if the source disappears but may return.
        """

    def close(self) -> None:
        """Release the device. It is safe to call this twice."""
