"""Prints all games and checks every file: tags, PDF readers, fonts, boxes. Run by hand.

    python benchmarks/printing/campaign.py [--home] [LANG] [GAME ...]

Each game is printed completely: with its mats in tiles, for every print service, with a cutting
machine's marks, with backs for short-edge duplex, and with backs across a fold. Every PDF is
checked by qpdf, mutool, Ghostscript and pdffonts if they are installed (missing tools are
reported), and by printkit's own preflight. Each page is rasterised at 150 dpi, and an independent
reader must find every tag that the manifest lists there: fronts, backs and mats. The positions of
the cards are read back from the PDF itself. Trims must be within 0.1 mm of the manifest, backs
within 0.05 mm of their fronts, and outlines in cut files within 0.1 mm of the trims. The exit code
is 1 if anything is wrong. Files are written to a temporary folder. `--home` omits the print
services, whose pictures take most of the time.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pypdfium2
import zxingcpp

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from printkit.mats.mat import mat_names  # noqa: E402
from printkit.preflight import Severity, check_pdf  # noqa: E402
from printkit.services.data import services  # noqa: E402
from rules import Manifest, load_manifest  # noqa: E402
from rules.records.manifest import Spot  # noqa: E402
from tests.support import pdf_geometry as proof  # noqa: E402

GAMES = ("yggdrasil", "spherion", "stratosphere", "dicebattle", "jiguan")
DPI = 150
READERS = (
    ("qpdf", "--check"),
    ("mutool", "draw", "-q", "-F", "bbox", "-o", "/dev/null"),
    ("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dPDFSTOPONERROR", "-sDEVICE=nullpage"),
)

TRIM_MM, COINCIDE_MM = 0.1, 0.05
EDGES = ("long", "short", "fold")

OF_THE_BUILD = ("warning: ICC support is not available",)
"""Messages of a PDF reader about its own build, not about the file."""


def read_by_others(pdf: Path) -> Iterator[str]:
    """Yield the errors and warnings of other PDF readers about a file."""
    for tool, *options in READERS:
        if shutil.which(tool) is None:
            continue
        done = subprocess.run(
            [tool, *options, str(pdf)], capture_output=True, text=True, check=False
        )
        output = done.stderr + (done.stdout if done.returncode else "")
        output = "\n".join(line for line in output.splitlines() if line.strip() not in OF_THE_BUILD)
        if done.returncode or "error" in output.lower() or "warning" in output.lower():
            yield f"{tool}: {output.splitlines()[0] if output else done.returncode}"
    if fonts := shutil.which("pdffonts"):
        rows = subprocess.run(
            [fonts, str(pdf)], capture_output=True, text=True, check=True
        ).stdout.splitlines()[2:]
        yield from (f"pdffonts: not embedded: {row}" for row in rows if row.split()[-5] != "yes")


def own_check(pdf: Path) -> Iterator[str]:
    """Yield the errors found by printkit's own preflight."""
    for finding in check_pdf(pdf).findings:
        if finding.severity is Severity.ERROR:
            yield f"preflight: {finding.line.render('en')}"


def listed_tags(manifest: Manifest) -> dict[int, set[str]]:
    """Return the tags that should be on each page."""
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
    """Return the number of expected tags, and those that could not be read."""
    wanted, missing = listed_tags(manifest), []
    document = pypdfium2.PdfDocument(pdf)
    for page, tags in sorted(wanted.items()):
        picture = document[page - 1].render(scale=DPI / 72).to_pil().convert("L")
        read = {code.text for code in zxingcpp.read_barcodes(picture)}
        missing += [f"tag: {tag} not read on page {page}" for tag in sorted(tags - read)]
    document.close()
    return sum(map(len, wanted.values())), missing


def off_trims(pdf: Path, manifest: Manifest, edge: str) -> list[str]:
    """Return faults: trims away from the manifest's positions, and backs away from their fronts."""
    pages = proof.faces(pdf)
    sheets = [proof.page_of(pdf, page) for page in range(1, len(pages) + 1)]
    most = apart = 0.0
    for card in manifest.cards:
        if card.card.startswith("token."):
            continue  # tokens have their own sizes and tags
        front = nearest(pages[card.front.page - 1], card.front)
        most = max(most, proof.off(front, proof.listed(card.front)))
        if card.back is not None:
            back = nearest(pages[card.back.page - 1], card.back)
            most = max(most, proof.off(back, proof.listed(card.back)))
            seen = proof.seen_from_the_front(back, sheets[card.back.page - 1], edge)
            apart = max(apart, proof.off(proof.as_box(seen), proof.as_box(front)))
    found = [f"a trim lies {most:.3f} mm from where the manifest says"] if most > TRIM_MM else []
    found += [f"a back lies {apart:.3f} mm from its front"] if apart > COINCIDE_MM else []
    return [f"geometry: {what}" for what in found]


def nearest(faces: list[proof.Found], spot: Spot) -> proof.Corners:
    """Return the corners, on the page, of the face nearest to a manifest's spot."""
    size = (spot.width_mm, spot.height_mm)
    width, height = size[::-1] if spot.turn % 180 else size
    corners = [face.corners(width / face.scale, height / face.scale) for face in faces]
    return min(corners, key=lambda found: proof.off(found, proof.listed(spot)))


def boxes(pdf: Path, manifest: Manifest) -> list[str]:
    """Return faults: pages of a print service's file with a trim box that is not the card's."""
    pages = pypdf.PdfReader(pdf).pages
    found = []
    for card in manifest.cards:
        spot, page = card.front, pages[card.front.page - 1]
        left, bottom, right, top = (float(value) / proof.MM for value in page.trimbox)
        high = float(page.mediabox.height) / proof.MM
        real = (left, high - top, right - left, top - bottom)
        wanted = (spot.x_mm, spot.y_mm, spot.width_mm, spot.height_mm)
        if max(abs(a - b) for a, b in zip(real, wanted, strict=True)) > TRIM_MM:
            found.append(f"geometry: trim box of page {card.front.page}: {real}, not {wanted}")
    return found


def uncut(cuts: list[Path], manifest: Manifest) -> list[str]:
    """Return faults: cards not cut along their trims; `cuts` has each sheet's SVG, in order."""
    fronts = sorted({card.front.page for card in manifest.cards})
    if len(fronts) != len(cuts):
        return [f"cut: {len(cuts)} files for {len(fronts)} sheets"]
    paths = {
        page: proof.lines_of(file.read_text("utf-8"))
        for page, file in zip(fronts, cuts, strict=True)
    }
    return [
        f"cut: {card.tag} on page {card.front.page} is not cut along its trim"
        for card in manifest.cards
        if not card.card.startswith("token.")
        and not proof.covered(
            (card.front.x_mm, card.front.y_mm, card.front.width_mm, card.front.height_mm),
            paths[card.front.page],
        )
    ]


def run(*words: str) -> tuple[float, list[Path]]:
    """Run a printkit command; return its CPU seconds and the files that it wrote."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "printkit", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, [Path(line) for line in done.stdout.splitlines()]


def print_game(
    game: str, lang: str, out: Path, *, home: bool
) -> Iterator[tuple[str, float, list[Path]]]:
    """Print a game in every way; yield each product's name, its CPU seconds and its files."""
    asked = ("--lang", lang, "--out")
    yield "long", *run("game", game, *asked, str(out / "home"))
    for mat in mat_names(game):
        yield "mat", *run("mat", game, "--mat", mat, "--paper", "A4", *asked, str(out / "home"))
    for edge in ("short", "fold"):
        yield edge, *run("cards", game, "--duplex", edge, "--no-art", *asked, str(out / edge))
    for name in () if home else services():
        yield name, *run("service", game, "--service", name, *asked, str(out / name))
    yield "cut", *run("service", game, "--cut", "silhouette", *asked, str(out / "cut"))


def faults_of(kind: str, pdf: Path, files: list[Path]) -> tuple[int, list[str]]:
    """Return the number of tags expected in a file, and all the file's faults."""
    found = [*read_by_others(pdf), *own_check(pdf)]
    sidecar = pdf.with_suffix(".manifest.json")
    if not sidecar.is_file():
        return 0, found
    manifest = load_manifest(sidecar)
    count, missing = missing_tags(pdf, manifest)
    found += missing
    if kind in services():
        found += boxes(pdf, manifest)
    elif manifest.cards:
        found += off_trims(pdf, manifest, kind if kind in EDGES else "long")
    if kind == "cut":
        found += uncut(sorted(path for path in files if path.suffix == ".svg"), manifest)
    return count, found


def main() -> int:
    """Print and check all games; return the exit code."""
    home = "--home" in sys.argv
    lang, *games = [word for word in sys.argv[1:] if word != "--home"] or ["en"]
    lacking = [tool for tool, *_ in (*READERS, ("pdffonts",)) if shutil.which(tool) is None]
    if lacking:
        print(f"not installed, so not asked: {', '.join(lacking)}")
    faults, whole, files, tags = 0, 0.0, 0, 0
    for game in games or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            for kind, cpu, written in print_game(game, lang, Path(folder), home=home):
                whole += cpu if kind in ("long", "mat") else 0.0
                for pdf in [path for path in written if path.suffix == ".pdf"]:
                    count, found = faults_of(kind, pdf, written)
                    files, faults, tags = files + 1, faults + len(found), tags + count
                    size = pdf.stat().st_size / 1024
                    verdict = f"{len(found)} FAULTS" if found else "fine"
                    name = f"{kind}: {pdf.name}"
                    print(f"{name:70} {size:7.0f} KiB {count:4} tags  {verdict}", flush=True)
                    for line in found:
                        print(f"    {line}")
    print(f"{files} files, {tags} tags, {faults} faults; home prints took {whole:.1f} CPU s in all")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
