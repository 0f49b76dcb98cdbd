"""Print all games whole and prove every file: tags, readers of PDF, fonts, boxes. Run by hand.

    python tests/benchmarks/print_campaign.py [LANG] [GAME ...]

Every PDF is read by qpdf, mutool, Ghostscript and pdffonts where they are installed (what is not
is told), and by printkit's own preflight. Every tag a manifest lists is looked for on its page,
rastered at 150 dpi, by a reader that is not ours; so are a mat's marks. Exit code 1 if anything
is wrong. Files go to a temporary folder.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import zxingcpp

from printkit.mats import mat_names
from printkit.preflight import Severity, check_pdf
from rules import Manifest, load_manifest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("yggdrasil", "spherion", "stratosphere", "dicebattle", "jiguan")
DPI = 150
READERS = (
    ("qpdf", "--check"),
    ("mutool", "draw", "-q", "-F", "bbox", "-o", "/dev/null"),
    ("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage"),
)

OF_THE_BUILD = ("warning: ICC support is not available",)
"""What a reader says of itself and not of the file."""


def read_by_others(pdf: Path) -> Iterator[str]:
    """What other readers say against a file."""
    for tool, *options in READERS:
        if shutil.which(tool) is None:
            continue
        done = subprocess.run(
            [tool, *options, str(pdf)], capture_output=True, text=True, check=False
        )
        said = done.stderr + (done.stdout if done.returncode else "")
        said = "\n".join(line for line in said.splitlines() if line.strip() not in OF_THE_BUILD)
        if done.returncode or "error" in said.lower() or "warning" in said.lower():
            yield f"{tool}: {said.splitlines()[0] if said else done.returncode}"
    if fonts := shutil.which("pdffonts"):
        rows = subprocess.run(
            [fonts, str(pdf)], capture_output=True, text=True, check=True
        ).stdout.splitlines()[2:]
        yield from (f"pdffonts: not embedded: {row}" for row in rows if row.split()[-5] != "yes")


def own_check(pdf: Path) -> Iterator[str]:
    """What our preflight says against it."""
    for finding in check_pdf(pdf).findings:
        if finding.severity is Severity.ERROR:
            yield f"preflight: {finding.line()}"


def listed_tags(manifest: Manifest) -> dict[int, set[str]]:
    """Page → the tags that lie on it."""
    found: dict[int, set[str]] = {}
    owners = {back.owner: back.tag for back in manifest.backs}
    for card in manifest.cards:
        found.setdefault(card.front.page, set()).add(card.tag)
        if card.back is not None:
            back = owners.get(card.owner) or next(iter(owners.values()))
            found.setdefault(card.back.page, set()).add(back)
    for mat in manifest.mats:
        for sheet in mat.sheets:
            for mark in mat.fiducials:
                half = mark.size_mm / 2
                x, y = mark.x_mm - sheet.mat_x_mm, mark.y_mm - sheet.mat_y_mm
                inside = half <= x <= sheet.width_mm - half and half <= y <= sheet.height_mm - half
                if inside:
                    found.setdefault(sheet.page, set()).add(mark.tag)
    return found


def missing_tags(pdf: Path, manifest: Manifest) -> tuple[int, list[str]]:
    """How many tags were looked for, and those that could not be read."""
    wanted, missing = listed_tags(manifest), []
    document = pypdfium2.PdfDocument(pdf)
    for page, tags in sorted(wanted.items()):
        picture = document[page - 1].render(scale=DPI / 72).to_pil().convert("L")
        read = {code.text for code in zxingcpp.read_barcodes(picture)}
        missing += [f"tag: {tag} not read on page {page}" for tag in sorted(tags - read)]
    document.close()
    return sum(map(len, wanted.values())), missing


def run(*words: str) -> tuple[float, list[Path]]:
    """CPU seconds of one command, and the files it wrote."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "printkit", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, [Path(line) for line in done.stdout.splitlines()]


def print_game(game: str, lang: str, out: str) -> tuple[float, list[Path]]:
    """CPU seconds of printing a game whole, and its files with every mat in tiles."""
    cpu, files = run("game", game, "--lang", lang, "--out", out)
    for mat in mat_names(game):
        tiled = ("--mat", mat, "--paper", "A4", "--lang", lang, "--out", out)
        files += run("mat", game, *tiled)[1]
    return cpu, files


def main() -> int:
    """Print and prove; gives the exit code."""
    lang = sys.argv[1] if len(sys.argv) > 1 else "en"
    lacking = [tool for tool, *_ in (*READERS, ("pdffonts",)) if shutil.which(tool) is None]
    if lacking:
        print(f"not installed, so not asked: {', '.join(lacking)}")
    faults, total, files = 0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for game in sys.argv[2:] or GAMES:
            cpu, written = print_game(game, lang, folder)
            total += cpu
            for pdf in [path for path in written if path.suffix == ".pdf"]:
                manifest, count, found = pdf.with_suffix(".manifest.json"), 0, []
                found += [*read_by_others(pdf), *own_check(pdf)]
                if manifest.is_file():
                    count, missing = missing_tags(pdf, load_manifest(manifest))
                    found += missing
                files, faults = files + 1, faults + len(found)
                size = pdf.stat().st_size / 1024
                verdict = f"{len(found)} FAULTS" if found else "fine"
                print(f"{pdf.name:60} {size:7.0f} KiB {count:4} tags  {verdict}", flush=True)
                for line in found:
                    print(f"    {line}")
            print(f"{game}: the whole game took {cpu:.1f} CPU s", flush=True)
    print(f"{files} files, {faults} faults; printing took {total:.1f} CPU s in all")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
