"""A network camera that shows a rendered match at a webcam's frame rate.

    python -m benchmarks.page.stream GAME FOLDER MANIFEST… [--fps 30] [--frames 1200]

The program renders the first frames of a seeded match at 1080p into FOLDER, unless they exist. It
prints the camera's address and serves the frames as motion JPEG at the frame rate; at the end, it
repeats the last frame. So nothing is rendered while a match is watched.
"""

from __future__ import annotations

import argparse
import itertools
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_BOUND = b"picture"


def render(given: argparse.Namespace) -> list[Path]:
    """Render the first pictures of the match; return their paths."""
    import cv2

    from companion.match_setup.app import build_setup, load_manifests
    from companion.robots.opening import FrameRate, open_table

    given.folder.mkdir(parents=True, exist_ok=True)
    kept = sorted(given.folder.glob("*.jpg"))
    if len(kept) >= given.frames:
        return kept[: given.frames]
    setup = build_setup(given.game, manifests=load_manifests(given.manifest, given.game))
    source = open_table(
        given.manifest, setup, given.seed, pace=FrameRate(given.fps, given.fps, 3)
    ).source
    paths = []
    while (frame := source.read()) is not None and len(paths) < given.frames:
        paths.append(given.folder / f"{len(paths):05}.jpg")
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
    given = ask.parse_args()
    pictures = [path.read_bytes() for path in render(given)]
    begun = threading.Event()

    class Camera(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Suppress the server's messages."""

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
                due += 1 / given.fps
                time.sleep(max(0.0, due - time.monotonic()))

    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    print(f"http://127.0.0.1:{server.server_address[1]}/video.mjpg", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
