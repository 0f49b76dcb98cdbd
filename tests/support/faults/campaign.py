"""Runs scenarios in the failing world, and reports what they lose."""

from __future__ import annotations

import inspect
import itertools
import random
import shutil
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tests.support.faults.failing_os import FailingOs, Fault, faults_of, named
from tests.support.faults.power_cut import DiskModel
from tests.support.faults.scenarios import ENVIRONMENT, Scenario

_ROOT: Final = Path(__file__).resolve().parents[3]
_OURS: Final = tuple(f"{_ROOT / name}/" for name in ("rules", "printkit", "companion"))


@dataclass
class Found:
    """The number of faults by kind, and what was wrong after them."""

    faults: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Add another campaign's figures."""
        self.faults += other.faults
        self.wrong += other.wrong


@contextmanager
def _empty(base: Path) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir=base))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def calls_of(scenario: Scenario, base: Path) -> list[str]:
    """Return the counted calls of a scenario without a fault; raise an error if it is wrong."""
    with _empty(base) as folder:
        said: list[Any] = []
        scenario.prepare(folder)
        world = FailingOs(folder)
        with world.installed():
            scenario.run(folder, said)
        wrong = list(scenario.problems(folder, said))
        if wrong or not said:
            raise AssertionError(f"{scenario.name}: {wrong or 'it says nothing'}")
    return world.calls


def suffer(
    scenario: Scenario, base: Path, world: Callable[[Path], AbstractContextManager[object]]
) -> list[str]:
    """Run a scenario in a failing world; return what is wrong afterwards."""
    wrong: list[str] = []
    unheard: list[object] = []
    with _empty(base) as folder:
        said: list[Any] = []
        scenario.prepare(folder)
        hooks = sys.unraisablehook, threading.excepthook
        sys.unraisablehook = threading.excepthook = unheard.append
        try:
            with world(folder):
                scenario.run(folder, said)
        except KeyboardInterrupt:
            pass  # the command line says one word
        except Exception as error:  # noqa: BLE001 - a command reports any
            code, text = scenario.explained(error)
            if code != ENVIRONMENT or not text.strip() or "\n" in text.strip():
                wrong.append(f"exit code {code}: {text!r} ({type(error).__name__}: {error})")
        finally:
            sys.unraisablehook, threading.excepthook = hooks
        if unheard:
            wrong.append(f"an unexpected traceback: {unheard[0]}")
        wrong += scenario.problems(folder, said)
    return wrong


def fail_once(scenario: Scenario, base: Path, at: int, fault: Fault) -> list[str]:
    """Run a scenario with one fault; return what is wrong afterwards."""
    calls: list[str] = []

    def world(folder: Path) -> AbstractContextManager[object]:
        failing = FailingOs(folder, at, fault, calls=calls)
        return failing.installed()

    wrong = suffer(scenario, base, world)
    where = f"{scenario.name}: {named(fault)} at call {at} ({calls[at]})"
    return [f"{where}: {each}" for each in wrong]


@contextmanager
def memory_denied(at: int, calls: list[str]) -> Iterator[None]:
    """Raise `MemoryError` at one of the function calls in our packages; note all calls."""

    def trace(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        # A generator is also "called" when it goes on, or is closed.
        starts = event == "call" and not code.co_flags & inspect.CO_GENERATOR
        if starts and code.co_filename.startswith(_OURS):
            calls.append(f"{Path(code.co_filename).name}: {code.co_name}")
            if len(calls) == at + 1:
                raise MemoryError

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def deny_memory(scenario: Scenario, base: Path, seed: int, count: int = 100) -> Found:
    """Deny memory to some of the calls of our functions, once in each run."""
    found, every = Found(), list[str]()
    calls_of(scenario, base)  # the first run fills caches, and makes more calls
    suffer(scenario, base, lambda _: memory_denied(-1, every))
    rng = random.Random(seed)
    for at in sorted(rng.sample(range(len(every)), min(count, len(every)))):
        calls: list[str] = []
        wrong = suffer(scenario, base, lambda _, at=at, calls=calls: memory_denied(at, calls))
        if len(calls) <= at:  # another cache made this run shorter: nothing was denied
            continue
        where = f"{scenario.name}: no memory at call {at} ({calls[at]})"
        found.wrong += [f"{where}: {each}" for each in wrong]
        found.faults[f"{scenario.name}: no memory for a function"] += 1
    return found


def fail_everywhere(scenario: Scenario, base: Path, every: int = 1, offset: int = 0) -> Found:
    """Let each call fail in each way; of these faults, take one of `every`."""
    found = Found()
    calls = calls_of(scenario, base)
    faults = [(at, fault) for at, call in enumerate(calls) for fault in faults_of(call)]
    for at, fault in faults[offset::every]:
        found.wrong += fail_once(scenario, base, at, fault)
        found.faults[f"{scenario.name}: {named(fault)}"] += 1
    return found


def cut_power(scenario: Scenario, base: Path, seed: int, worlds: int, every: int = 1) -> Found:
    """Let the power fail after each call, and look at some disks that may then remain."""
    found, rng = Found(), random.Random(seed)
    calls_of(scenario, base)
    states: list[tuple[str, dict[str, bytes], list[Any]]] = []
    with _empty(base) as folder:
        said: list[Any] = []
        scenario.prepare(folder)
        model = DiskModel(folder)

        class Cutting(FailingOs):
            """A world that notes what may remain after each call."""

            def _effect(self, name: str, *rest: Any, **more: Any) -> Any:  # noqa: ANN401
                result = super()._effect(name, *rest, **more)
                number = len(self.calls) - 1
                if name not in ("lseek", "fstat", "stat", "read") and number % every == 0:
                    where = f"call {number} ({name})"
                    states.extend((where, model.after_a_cut(rng), said[:]) for _ in range(worlds))
                return result

        with Cutting(folder, watcher=model).installed():
            scenario.run(folder, said)
    for (where, files, heard), number in zip(states, itertools.count(), strict=False):
        with _empty(base) as folder:
            for name, data in files.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            wrong = list(scenario.problems(folder, heard))
        found.wrong += [f"{scenario.name}: power cut {number} after {where}: {w}" for w in wrong]
        found.faults[f"{scenario.name}: power cut"] += 1
    return found
