from __future__ import annotations

import subprocess
import sys

PRESSED = """
import runpy, sys

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == "printkit.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Press())
runpy.run_module("printkit", run_name="__main__")
"""


def test_ctrl_c_while_starting_up_is_one_word() -> None:
    command = [sys.executable, "-c", PRESSED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")
