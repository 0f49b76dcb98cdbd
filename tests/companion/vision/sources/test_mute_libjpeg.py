"""A decoder's output about a damaged picture stays off the terminal, and nothing else does."""

from __future__ import annotations

import platform
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.vision.sources import mute_libjpeg as module
from companion.vision.sources.mute_libjpeg import mute_libjpeg

ROOT = Path(__file__).resolve().parents[4]
needs_glibc = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="C's stderr is no variable here"
)

DAMAGED = """
import os, sys
import cv2
import numpy as np
from companion.vision.sources.stills import decode_picture
from companion.vision.sources.mute_libjpeg import mute_libjpeg
from companion.web.phone import Inbox

noise = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)
data = cv2.imencode(".jpg", cv2.resize(noise, (640, 480)))[1].tobytes()
scan = data.index(b"\\xff\\xda")
stray = data[:scan] + b"abcd" + data[scan:]
half = len(data) // 2
broken = data[:half] + bytes(each ^ 0x55 for each in data[half : half + 99]) + data[half + 99 :]
for each in (stray, broken):
    assert decode_picture("x", each).shape == (480, 640, 3)
    assert Inbox(lambda: None).put(each) is not None
with mute_libjpeg():
    print("ours", file=sys.stderr, flush=True)
    os.write(2, b"the system's\\n")
"""


def stderr_of(script: str) -> str:
    words = [sys.executable, "-c", script]
    call = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    return call.stderr


@needs_glibc
def test_a_damaged_picture_is_unpacked_without_a_word_and_we_are_heard() -> None:
    """Regression: "Corrupt JPEG data: 4 extraneous bytes before marker 0xda" was printed."""
    assert stderr_of(DAMAGED) == "ours\nthe system's\n"


AFTER = """
import ctypes
from companion.vision.sources.mute_libjpeg import mute_libjpeg
here = ctypes.CDLL(None)
here.fputs.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
def speak(word):
    here.fputs(word, ctypes.c_void_p.in_dll(here, "stderr"))
    here.fflush(None)
one, two = mute_libjpeg(), mute_libjpeg()
speak(b"before ")
one.__enter__()
two.__enter__()
one.__exit__(None, None, None)
speak(b"within ")
two.__exit__(None, None, None)
speak(b"after")
try:
    with mute_libjpeg():
        raise KeyError
except KeyError:
    speak(b" all")
"""


@needs_glibc
def test_c_is_heard_again_when_the_last_picture_is_unpacked() -> None:
    assert stderr_of(AFTER) == "before after all"


def test_where_the_variable_may_not_be_set_nothing_is_touched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(platform, "libc_ver", lambda: ("musl", "1.2"))
    monkeypatch.setattr(module.ctypes, "CDLL", lambda _: pytest.fail("nobody may ask"))
    module._streams.cache_clear()
    try:
        with mute_libjpeg():
            assert not module._inside
    finally:
        module._streams.cache_clear()


def test_threads_leave_it_as_it_was() -> None:
    def unpack() -> None:
        for _ in range(200):
            with mute_libjpeg():
                pass

    threads = [threading.Thread(target=unpack) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    streams = module._streams()
    assert module._inside == []
    assert streams is None or streams[0].value == streams[1] != streams[2]
