from __future__ import annotations

import subprocess
import sys

import pytest

PRESSED = """
import runpy, sys

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == "printkit.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Press())
runpy.run_module("printkit", run_name="__main__")
"""
EARLY = PRESSED.replace("printkit.cli", "rules.process.interrupt").replace(
    "raise KeyboardInterrupt", "__import__('signal').raise_signal(2)"
)
"""The same, before the handler of all programs is imported."""
OLD = "import sys; sys.version_info = (3, 10, 4); import printkit.__main__ as m; m.main()"


def run(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("code", [PRESSED, EARLY], ids=["handled", "earlier"])
def test_ctrl_c_while_starting_up_is_one_word(code: str) -> None:
    done = run(code)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_an_old_python_is_refused_with_the_required_version() -> None:
    done = run(OLD)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("You have Python 3.10.4, but 3.11 or newer is needed")
