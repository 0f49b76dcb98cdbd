"""Tests of the heap's limits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.heap import limit_heap

ARENAS = """
import ctypes, re, sys, threading
from companion.heap import limit_heap
if sys.argv[1] == "limited":
    limit_heap()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.fopen.restype = ctypes.c_void_p
everyone = threading.Barrier(12)
def allocate():
    everyone.wait()
    libc.malloc(100)
    everyone.wait()
threads = [threading.Thread(target=allocate) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
file = libc.fopen(sys.argv[2].encode(), b"w")
libc.malloc_info(0, ctypes.c_void_p(file))
libc.fclose(ctypes.c_void_p(file))
"""


@pytest.mark.skipif(not limit_heap(), reason="the C library is not glibc")
@pytest.mark.parametrize("how", ["limited", "free"])
def test_threads_share_two_arenas(how: str, tmp_path: Path) -> None:
    """Check the number of arenas of twelve threads, with the limits and without."""
    info = tmp_path / "info.xml"
    subprocess.run([sys.executable, "-c", ARENAS, how, str(info)], check=True)
    arenas = info.read_text(encoding="utf-8").count("<heap nr=")
    assert (arenas <= 2) == (how == "limited")
