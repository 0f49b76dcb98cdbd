"""A network camera that shows a rendered match: for whoever wants pictures at a webcam's pace.

    python -m benchmarks.page.stream GAME FOLDER MANIFEST… [--fps 30] [--frames 1200]

Renders the first frames of a seeded match at 1080p into FOLDER (once), prints the address, and
serves them as motion JPEG, so many a second, over and over the last one when all were shown.
Rendering costs nothing any more while a match is watched.
"""

from __future__ import annotations

import argparse
import itertools
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_BOUND = b"picture"


def render(told: argparse.Namespace) -> list[Path]:
    """The pictures of the match's beginning."""
    import cv2

    from companion.match_setup.app import build_setup, load_manifests
    from companion.robots.opening import FrameRate, open_table

    told.folder.mkdir(parents=True, exist_ok=True)
    kept = sorted(told.folder.glob("*.jpg"))
    if len(kept) >= told.frames:
        return kept[: told.frames]
    setup = build_setup(told.game, manifests=load_manifests(told.manifest, told.game))
    source = open_table(
        told.manifest, setup, told.seed, pace=FrameRate(told.fps, told.fps, 3)
    ).source
    paths = []
    while (frame := source.read()) is not None and len(paths) < told.frames:
        paths.append(told.folder / f"{len(paths):05}.jpg")
        cv2.imwrite(str(paths[-1]), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 90])
    source.close()
    return paths


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("game")
    ask.add_argument("folder", type=Path)
    ask.add_argument("manifest", type=Path, nargs="+")
    ask.add_argument("--fps", type=float, default=30)
    ask.add_argument("--frames", type=int, default=1200)
    ask.add_argument("--seed", type=int, default=1)
    told = ask.parse_args()
    pictures = [path.read_bytes() for path in render(told)]
    begun = threading.Event()

    class Camera(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            kind = f"multipart/x-mixed-replace; boundary={_BOUND.decode()}"
            self.send_response(200)
            self.send_header("content-type", kind)
            self.end_headers()
            begun.set()
            due = time.monotonic()
            for picture in itertools.chain(pictures, itertools.repeat(pictures[-1])):
                head = b"--%s\r\ncontent-type: image/jpeg\r\ncontent-length: %d\r\n\r\n"
                try:
                    self.wfile.write(head % (_BOUND, len(picture)) + picture + b"\r\n")
                except OSError:
                    return
                due += 1 / told.fps
                time.sleep(max(0.0, due - time.monotonic()))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    print(f"http://127.0.0.1:{server.server_address[1]}/video.mjpg", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
