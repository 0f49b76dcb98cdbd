"""Generator of the pictures in README and guides: `python -m tools.make_pictures`.

It prints the shipped decks and mats, plays the demo's match, and stores pictures in
`docs/pictures/`: a page of cards, cards of all five games, their mats, and the match's last table
with its readings. For each guide to a game, it stores the fullest table of a simulated match. With
`--paper` it makes only the pictures that do not need a match, with `--tables` only the guides'
tables, and with `--page` only the live page, which needs a browser, with `--film` only a film of
it, and with `--sample` only a page of cards as a PDF:

    python -m tools.make_pictures --page PYTHON [CHROMIUM]
    python -m tools.make_pictures --film PYTHON [CHROMIUM]

PYTHON is an interpreter with the package `playwright`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image

from companion.commands.demo.pictures import final_table
from companion.frames import Frame
from companion.match_setup.app import build_setup
from companion.robots.acting import Behaviour
from companion.robots.opening import cast
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.vision.mat.placement import holds
from companion.vision.watcher import Watcher
from rules import Cell, Setup, load_game, load_manifest

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
DPI = 110
GROUND = (38, 49, 44)
GAMES = {
    "yggdrasil": ("y03", "y32"),
    "spherion": ("M08", "X03"),
    "stratosphere": ("h12", "s07"),
    "dicebattle": ("m12", "h11"),
    "jiguan": ("jb1", "ji1"),
}
"""Two cards of each game, for the picture of all five games."""
SEEDS = {"yggdrasil": 3, "jiguan": 3, "stratosphere": 3, "dicebattle": 3, "spherion": 3}
"""Seeds of the matches whose tables are in the guides."""
FILM_SIZE, FILM_COLOURS = (800, 450), 128
FILM_BEFORE = 10
"""Number of changes of the page before the refusal that a film shows."""
FILM_STEP_MS, FILM_REFUSAL_MS, FILM_END_MS = 220, 2500, 1200
MATS = (("dicebattle", "battle"), ("stratosphere", "ring-2"), ("spherion", "globe-2"))


def main() -> None:
    """Regenerate the pictures that the command line selects."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        if "--page" in sys.argv[1:]:
            page(out, *sys.argv[sys.argv.index("--page") + 1 :])
            return
        if "--film" in sys.argv[1:]:
            film(out, *sys.argv[sys.argv.index("--film") + 1 :])
            return
        if "--sample" in sys.argv[1:]:
            sample(out)
            return
        if "--tables" in sys.argv[1:]:
            tables(out)
            return
        if "--paper" not in sys.argv[1:]:
            companion = ["companion", "demo", "--lang", "en", "--out", folder]
            subprocess.run([sys.executable, "-m", *companion], check=True)
            cards(next(out.glob("*-cards-*.manifest.json")))
            keep(Image.open(next(out.glob("*-demo-table.png"))), "table.jpg", 1400)
            tables(out)
        games(out)
        mats(out)


def film(out: Path, python: str, *chromium: str) -> None:
    """Write a film of ten seconds of the live page: moves, a refusal, and the card taken back."""
    screenshots(out, python, "--film", *chromium)
    files = sorted(out.glob("[0-9]*.png"))
    changes = [one for before, one in pairwise(files) if one.read_bytes() != before.read_bytes()]
    first = next(n for n, file in enumerate(changes) if file.stem.endswith("-r"))
    shown = changes[max(0, first - FILM_BEFORE) :]
    last = max(n for n, file in enumerate(shown) if file.stem.endswith("-r"))
    times = [FILM_STEP_MS] * len(shown)
    times[last], times[-1] = FILM_REFUSAL_MS, FILM_END_MS
    pictures = [Image.open(file).convert("RGB").resize(FILM_SIZE) for file in shown]
    both = Image.new("RGB", (FILM_SIZE[0], 2 * FILM_SIZE[1]))
    both.paste(pictures[0])
    both.paste(pictures[last], (0, FILM_SIZE[1]))
    palette = both.quantize(FILM_COLOURS, method=Image.Quantize.MAXCOVERAGE)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    path = PICTURES / "match.gif"
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=times, loop=0)
    print(path, f"{sum(times) / 1000:.1f} s, {path.stat().st_size / 1e6:.2f} MB")


def sample(out: Path) -> None:
    """Write the first page of The Yggdrasil's cards as a PDF."""
    printkit("cards", "yggdrasil", "--no-controls", "--out", str(out))
    (whole,) = out.glob("*-cards-*.pdf")
    page = pypdfium2.PdfDocument.new()
    page.import_pages(pypdfium2.PdfDocument(whole), [0])
    page.save(PICTURES / "sample.pdf")


def screenshots(out: Path, python: str, *options: str) -> None:
    """Print cards and a mat, and let `page_picture` take pictures of a match with them."""
    printkit("cards", "yggdrasil", "--out", str(out))
    printkit("mat", "yggdrasil", "--out", str(out))
    manifests = map(str, sorted(out.glob("*.manifest.json")))
    flags = [word for word in options if word.startswith("--")]
    chromium = [word for word in options if not word.startswith("--")]
    words = [*manifests, *flags, *(["--chromium", *chromium] if chromium else [])]
    script = str(Path(__file__).with_name("page_picture.py"))
    subprocess.run([python, script, sys.executable, str(out), *words], check=True)


def page(out: Path, python: str, *chromium: str) -> None:
    """Write pictures of the live page: a move and a refusal on a computer, a match on a phone."""
    screenshots(out, python, *chromium)
    above, below, phone = (Image.open(out / f"{name}.png") for name in ("move", "refusal", "hand"))
    gap, height = 20, 2 * above.height + 20
    phone = phone.resize((round(phone.width * height / phone.height), height))
    picture = Image.new("RGB", (above.width + gap + phone.width, height), GROUND)
    picture.paste(above, (0, 0))
    picture.paste(below, (0, above.height + gap))
    picture.paste(phone, (above.width + gap, 0))
    keep(picture, "page.jpg", 1400)


def cards(path: Path) -> None:
    """Write each owner's first five fronts, upright on a dark page; `path` is the manifest."""
    manifest = load_manifest(path)
    first: dict[str, int] = {}
    for card in manifest.cards:
        if card.owner:  # a control card has no owner
            first.setdefault(card.owner, card.front.page)
    pages = pypdfium2.PdfDocument(path.parent / manifest.pdf)
    sheets = [pages[page - 1].render(scale=DPI / 72).to_pil() for page in first.values()]
    strips = [crop(sheet.rotate(90, expand=True)) for sheet in sheets]
    width = max(strip.width for strip in strips)
    picture = Image.new("RGB", (width, sum(s.height for s in strips) + 20), GROUND)
    top = 0
    for strip in strips:
        picture.paste(strip, (0, top))
        top += strip.height + 20
    keep(picture, "cards.jpg", 1400)


def crop(sheet: Image.Image) -> Image.Image:
    """Crop the upper row of five cards of a turned A4 10-up sheet (270 × 90 mm of 297 × 210)."""
    mm = DPI / 25.4
    left, top = 13.5 * mm, 15 * mm
    return sheet.crop((round(left), round(top), round(left + 270 * mm), round(top + 90 * mm)))


def games(out: Path) -> None:
    """Write a picture of two cards of each game, side by side."""
    found: list[Image.Image] = []
    for slug, wanted in GAMES.items():
        printkit("cards", slug, "--no-controls", "--out", str(out / slug))
        (path,) = (out / slug).glob("*.manifest.json")
        manifest = load_manifest(path)
        pages = pypdfium2.PdfDocument(path.parent / manifest.pdf)
        for card in wanted:
            spot = next(c.front for c in manifest.cards if c.card == card)
            page = pages[spot.page - 1].render(scale=DPI * 1.6 / 72).to_pil()
            mm = DPI * 1.6 / 25.4
            box = (spot.x_mm, spot.y_mm, spot.x_mm + spot.width_mm, spot.y_mm + spot.height_mm)
            face = page.crop(tuple(round(side * mm) for side in box))
            found.append(face.rotate(spot.turn, expand=True))
    width, height = found[0].size
    gap = round(width / 12)
    columns = len(GAMES)
    picture = Image.new("RGB", (columns * (width + gap) + gap, 2 * (height + gap) + gap), GROUND)
    for n, face in enumerate(found):
        column, row = divmod(n, 2)
        picture.paste(face, (gap + column * (width + gap), gap + row * (height + gap)))
    keep(picture, "games.jpg", 1400)


def mats(out: Path) -> None:
    """Write a picture of three mats: two small ones above the large one, to save height."""
    images = []
    for slug, name in MATS:
        printkit("mat", slug, "--mat", name, "--out", str(out / "mats"))
        pdf = next((out / "mats").glob(f"{slug}-mat-{name}-*.pdf"))
        images.append(pypdfium2.PdfDocument(pdf)[0].render(scale=60 / 72).to_pil())
    height = 520
    small = [
        image.resize((round(image.width * height / image.height), height)) for image in images[:2]
    ]
    width, gap = small[0].width + small[1].width + 20, 20
    large = images[2].resize((width, round(images[2].height * width / images[2].width)))
    picture = Image.new("RGB", (width, height + gap + large.height), GROUND)
    picture.paste(small[0], (0, 0))
    picture.paste(small[1], (small[0].width + gap, 0))
    picture.paste(large, (0, height + gap))
    keep(picture, "mats.jpg", 1400)


def tables(out: Path) -> None:
    """Write a picture of the fullest table of one match per game, with its readings."""
    for slug, seed in SEEDS.items():
        folder = out / f"{slug}-table"
        setup = Setup(slug)
        printkit("cards", slug, "--out", str(folder))
        printkit("mat", slug, "--mat", load_game(slug).table.form(setup).mat, "--out", str(folder))
        paths = sorted(folder.glob("*.manifest.json"))
        manifests = tuple(map(load_manifest, paths))
        shop = PaperShop(paths, 150.0, None)
        calm = Behaviour(blunder=0, distraction=0, take_back=0)
        setup = build_setup(slug, settings=[], decks=[], manifests=manifests)
        play, mat = cast(tuple(shop.cards.values()), shop.mats, setup, seed, calm)
        scenes = [tick.scene for tick in play.ticks() if not tick.scene.hands]
        field = [z.cell for z in load_game(slug).table.form(setup).zones if z.tracked]
        cells = [cell for cell in mat.cells if cell.id in set(field)]
        fullest = max(scenes[::25], key=lambda scene: fullness(cells, scene))
        heading = 90.0 if mat.height_mm > mat.width_mm else 0.0
        camera = fit_camera(
            SimulatedCamera(2560, 1440, heading_deg=heading), mat.width_mm, mat.height_mm
        )
        eye = np.random.default_rng(seed)
        renderer = Renderer(shop, mat.name, camera, CONDITIONS["good"], eye)
        frame = Frame(renderer.render(fullest), 0.0, 0)
        final_table(out / f"{slug}.png", frame, Watcher(manifests).see(frame))
        keep(Image.open(out / f"{slug}.png"), f"play-{slug}.jpg", 1400)


def fullness(cells: list[Cell], scene: Scene) -> int:
    """Return the number of occupied cells of a field plus the number of its face-up cards."""
    at = [
        (cell, p) for p in scene.pieces for cell in cells if holds(cell.outline_mm, p.x_mm, p.y_mm)
    ]
    return len({cell.id for cell, _ in at}) + sum(piece.face_up for _, piece in at)


def printkit(*arguments: str) -> None:
    """Run one printkit command."""
    subprocess.run([sys.executable, "-m", "printkit", *arguments], check=True)


def keep(picture: Image.Image, name: str, width: int) -> None:
    """Save a picture with a width of `width` px."""
    height = round(picture.height * width / picture.width)
    small = picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
    small.save(PICTURES / name, quality=82, optimize=True)


if __name__ == "__main__":
    main()
