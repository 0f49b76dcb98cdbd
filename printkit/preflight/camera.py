"""Readability of tags by a camera: pixels per QR module, quiet zone, printed size.

The limits were measured with companion's reader: known tags are recognised from 0.8 px per module.
At 1.25 px, 99 of 100 tags are read from a single slanted picture. Without a distance, the mat is
assumed to fill `FILLED` of the picture's width or height: people never frame it tighter, and
cameras look down at an angle. If no camera was named, unreadable tags are only a warning as long
as a better common camera can read them; with a named camera they are an error.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from printkit.cards.pieces import load_pieces
from printkit.mats.mat import load_mat
from printkit.pdf.geometry import Size
from printkit.pdf.tags import MODULES, TagPanel
from printkit.template.card_template import load_card_template
from printkit.template.findings import Finding, error, note, warning
from rules import Message
from rules.messages.message import Fact, Text

LEAST_PX, GOOD_PX = 0.8, 1.25
LEAST_QUIET, PHONE_QUIET = 2.0, 4.0
_DOT = 25.4 / 300
"""Size of a 300 dpi printer's dot, in mm."""
LEAST_MODULE, LOST_MODULE = 4 * _DOT, 2 * _DOT
"""Sizes (mm) below which printed modules are damaged, and below which they are lost."""
USUAL_WIDTHS = (1280, 1920, 2560, 3840)
"""Picture widths of common webcams: 720p, 1080p, 1440p and 4K, all 16 : 9."""
FILLED = 0.7


@dataclass(frozen=True, slots=True)
class AssumedCamera:
    """A camera: picture size in px, distance to the table in mm (0: derived from the mat)."""

    width_px: int = 1920
    height_px: int = 1080
    distance_mm: float = 0.0
    view_deg: float = 70.0
    """Horizontal angle of view."""
    named: bool = True
    """True if the user named this camera."""

    def scale(self, mat: Size) -> float:
        """Return the number of pixels per millimetre of the mat."""
        if self.distance_mm:
            return self.width_px / self.seen_mm
        long, short = max(mat.width, mat.height), min(mat.width, mat.height)
        return FILLED * min(self.width_px / long, self.height_px / short)

    @property
    def seen_mm(self) -> float:
        """Width of the table area in the picture, in mm."""
        return 2 * self.distance_mm * math.tan(math.radians(self.view_deg) / 2)

    def sees(self, mat: Size) -> bool:
        """Return whether the whole mat is in the picture."""
        across, along = self.seen_mm, self.seen_mm * self.height_px / self.width_px
        long, short = max(mat.width, mat.height), min(mat.width, mat.height)
        return not self.distance_mm or (long <= across and short <= along)


def check_tags(
    slug: str,
    mats: Sequence[str],
    panels: Mapping[str, TagPanel],
    scale: float,
    camera: AssumedCamera,
) -> list[Finding]:
    """Check every tag (label → panel) as printed, and as the camera sees it on these mats."""
    sizes: dict[tuple[float, float], dict[str, None]] = {}
    for kind, panel in panels.items():
        sizes.setdefault((panel.symbol * scale, panel.quiet_modules), {})[kind] = None
    found: list[Finding] = []
    for (symbol, quiet), kinds in sorted(sizes.items()):
        found += _drawn(Message("check.at_tag", **_named(symbol, kinds)), symbol / MODULES, quiet)
    for name in mats:
        plan = load_mat(slug, name).scaled(scale)
        if not camera.sees(plan.size):
            width = f"{camera.seen_mm:.0f}"
            here = Message("check.at_mat", mat=name)
            found.append(error("out_of_view", here, seen=width, mat=f"{plan.size.width:.0f}"))
        px = camera.scale(plan.size)
        for (symbol, _), kinds in sorted(sizes.items()):
            here = Message("check.at_tag_on", mat=name, **_named(symbol, kinds))
            found.append(_seen(here, symbol / MODULES * px, camera))
        fiducial = plan.marks[0].symbol
        here = Message("check.at_tag_on", mat=name, **_named(fiducial, ["fiducial"]))
        found.append(_seen(here, fiducial / MODULES * px, camera))
    return found


def width_for(slug: str, mat: str) -> int:
    """Return the picture width at which all tags on a mat are readable, also in a small set."""
    plan = load_mat(slug, mat)
    symbols = [load_card_template(slug).front_panel.symbol, plan.marks[0].symbol]
    symbols += [token.panel.symbol for token in load_pieces(slug).token if token.tagged]
    return width_needed(plan.size, min(symbols))


def width_needed(mat: Size, symbol: float) -> int:
    """Return the narrowest usual picture width, in px, for tags of `symbol` mm on a mat.

    The result is wider than the usual widths if none of them suffices.
    """
    module = symbol / MODULES
    for width in USUAL_WIDTHS:
        if AssumedCamera(width, width * 9 // 16).scale(mat) * module >= LEAST_PX:
            return width
    widest = AssumedCamera(USUAL_WIDTHS[-1], USUAL_WIDTHS[-1] * 9 // 16)
    return _wider(widest, LEAST_PX / (widest.scale(mat) * module))


def _named(symbol: float, kinds: Iterable[str]) -> dict[str, Fact]:
    """Return a tag size and the kinds of pieces that have it, as facts of a finding."""
    on = tuple(dict.fromkeys(Message(f"check.on_{kind.partition(' ')[0]}") for kind in kinds))
    return {"size": f"{symbol:.1f}", "kinds": on}


def _seen(where: Text, px: float, camera: AssumedCamera) -> Finding:
    facts: dict[str, Fact] = {
        "px": f"{px:.2f}",
        "width": camera.width_px,
        "height": camera.height_px,
    }
    if px >= GOOD_PX:
        return note("tag_good", where, **facts)
    facts |= {"least": LEAST_PX, "good": GOOD_PX}
    facts |= {"enough": _wider(camera, LEAST_PX / px), "ample": _wider(camera, GOOD_PX / px)}
    if px >= LEAST_PX:
        return warning("tag_tight", where, **facts)
    hopeless = px * USUAL_WIDTHS[-1] / camera.width_px < LEAST_PX
    return (error if camera.named or hopeless else warning)("tag_unreadable", where, **facts)


def _wider(camera: AssumedCamera, times: float) -> int:
    """Return `times` the camera's picture width, rounded up to tens."""
    return math.ceil(camera.width_px * times / 10) * 10


def _drawn(where: Text, module: float, quiet: float) -> Iterator[Finding]:
    """Yield the findings about a printed tag that do not depend on a camera."""
    if quiet < LEAST_QUIET:
        yield error("quiet_zone", where, quiet=f"{quiet:g}")
    elif quiet < PHONE_QUIET:
        yield note("quiet_phone", where, quiet=f"{quiet:g}")
    if module < LEAST_MODULE:
        severity = error if module < LOST_MODULE else warning
        yield severity("module_small", where, mm=f"{module:.3f}", least=f"{LEAST_MODULE:.3f}")
