"""`companion plan`: where to hang the camera and whether it can read, before printing anything."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from companion.commands.language import Lang, language
from companion.commands.output import FINDINGS, checked_output, coloured, print_json
from companion.errors import SessionError
from rules import Message, load_catalog, load_game
from rules.cli.completion import games
from rules.messages.message import together

if TYPE_CHECKING:
    from companion.vision.doctor.plan import MatSheet, MountAdvice, PlannedCamera

_MARKS: Final = {
    "well": ("✓", typer.colors.GREEN),
    "reads": ("≈", typer.colors.YELLOW),
    "far": ("✗", typer.colors.RED),
}
_FOVS: Final = (20, 150)
_TILTS: Final = (0, 60)
_HIGH_CM: Final = 130
"""Greatest height that an arm or tripod on the table reaches, cm."""


def plan(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game, for example spherion.", metavar="GAME", autocompletion=games
        ),
    ] = None,
    named: Annotated[
        str | None,
        typer.Option("--game", "-g", help="The same as GAME.", autocompletion=games),
    ] = None,
    camera: Annotated[
        str, typer.Option("--camera", "-c", help="720p, 1080p, 1440p, 4k, or WIDTHxHEIGHT in px.")
    ] = "1080p",
    fov: Annotated[
        float, typer.Option(help="Diagonal field of view, 20 to 150 degrees; see the camera's box.")
    ] = 78.0,
    tilt: Annotated[float, typer.Option(help="Tilt from straight down, 0 to 60 degrees.")] = 15.0,
    manifest: Annotated[
        list[Path] | None,
        typer.Option("--manifest", "-m", help="Manifests of what you have already printed."),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Show how high to mount a camera above a game's mats, and whether it can read the cards.

    No print is needed. For each mat, full size and small, it shows the height, the pixels per QR
    module in the farthest corner, and improvements. Exit code 1 if the camera cannot read any mat.
    """
    from companion.vision.doctor.plan import PRESETS, CoverageEstimate, PlannedCamera, advise
    from rules.catalog.reader import game_called

    if not (word := game or named):
        raise SessionError("slip_missing", name="GAME")
    lang, game = language(lang), game_called(word)
    for option, value, (least, most) in (("--fov", fov, _FOVS), ("--tilt", tilt, _TILTS)):
        if not least <= value <= most:  # rejects infinity and NaN, too
            raise SessionError(
                "fault.option.degrees", option=option, word=f"{value:g}", least=least, most=most
            )
    lens = PlannedCamera.named(camera, fov, tilt)
    if lens is None or lens.height < 120:
        raise SessionError("fault.option.camera", word=camera, known=", ".join(PRESETS))
    advices = [advise(lens, sheet) for sheet in _sheets(game, manifest or [])]
    with checked_output():
        if json:
            mats = [_as_data(each) for each in advices]
            print_json({"game": game, "camera": asdict(lens), "mats": mats})
        else:
            _report(game, camera, lens, advices, lang)
    if all(each.stand.sight is CoverageEstimate.FAR for each in advices):
        raise typer.Exit(FINDINGS)


def _sheets(game: str, manifests: list[Path]) -> tuple[MatSheet, ...]:
    from companion.match_setup.app import load_manifests
    from companion.vision.doctor.plan_sheets import printed_sheets, shrunk, template_sheets

    load_game(game)
    if manifests:
        return printed_sheets(load_manifests(manifests, game))
    sheets = template_sheets(game)
    return (*sheets, *(shrunk(sheet) for sheet in sheets))


def _as_data(advice: MountAdvice) -> dict[str, Any]:
    from companion.vision.doctor.plan import READS, WELL

    highest, straight = advice.highest_mm, advice.straight
    return {
        "mat": advice.sheet.name,
        "small": advice.sheet.small,
        "size_mm": [round(advice.sheet.width_mm, 1), round(advice.sheet.height_mm, 1)],
        "tag_mm": round(advice.sheet.tag_mm, 3),
        "verdict": str(advice.stand.sight),
        "px_per_module": round(advice.stand.px_per_module, 2),
        "needs": {"reads": READS, "well": WELL},
        "height_cm": round(advice.stand.height_mm / 10),
        "highest_cm": None if highest is None else int(highest / 10),
        "turned": advice.stand.turned,
        "better_camera": advice.better_camera,
        "straight_down": None if straight is None else round(straight.px_per_module, 2),
    }


def _report(
    game: str, name: str, camera: PlannedCamera, advices: list[MountAdvice], lang: str
) -> None:
    from companion.vision.doctor.plan import READS, WELL
    from companion.vision.doctor.plan_sheets import mat_title

    catalog = load_catalog(game)
    head = Message(
        "doctor.plan.head",
        game=catalog.names,
        camera=_shown(name),
        size=f"{camera.width} × {camera.height}",
        fov=f"{camera.fov_deg:g}",
        tilt=f"{camera.tilt_deg:g}",
    )
    typer.echo(head.render(lang))
    for advice in advices:
        verdict = _verdict(advice, mat_title(game, advice.sheet.name, lang)).render(lang)
        typer.echo(f"{coloured(*_MARKS[str(advice.stand.sight)])} {verdict}")
        for line in _advised(advice):
            typer.echo(f"    {line.render(lang)}")
    typer.echo(Message("doctor.plan.foot", reads=f"{READS:.1f}", well=f"{WELL:.1f}").render(lang))
    if any(each.sheet.small for each in advices):
        typer.echo(Message("doctor.plan.small_set").render(lang))


def _verdict(advice: MountAdvice, title: str) -> Message:
    """Return the line that judges one mat."""
    sight = str(advice.stand.sight)
    sheet = advice.sheet
    name = Message("doctor.plan.small", mat=title) if sheet.small else title
    size = f"{sheet.width_mm:.0f} × {sheet.height_mm:.0f} mm"
    verdict = Message(f"doctor.plan.{sight}", px=f"{advice.stand.px_per_module:.2f}")
    return Message("doctor.plan.line", mat=name, size=size, verdict=verdict)


def _advised(advice: MountAdvice) -> list[Message]:
    """Return the place of the camera, or the requirements for another camera."""
    where, better = _where(advice), _better(advice)
    if advice.stand.sight != "far":
        return [where, *better]
    nowhere = Message("doctor.plan.nowhere")
    return [nowhere, *better, where] if advice.better_camera else [nowhere, *better]


def _where(advice: MountAdvice) -> Message:
    low = round(advice.stand.height_mm / 10)
    high = low if advice.highest_mm is None else int(advice.highest_mm / 10)
    height = f"{low}" if high <= low else f"{low}–{high}"
    parts = [Message("doctor.plan.height", cm=height)]
    if advice.stand.turned:
        parts.append(Message("doctor.plan.turned"))
    if low > _HIGH_CM:
        parts.append(Message("doctor.plan.high"))
    return together(*parts)


def _better(advice: MountAdvice) -> list[Message]:
    lines = []
    if advice.straight is not None:
        straight = advice.straight
        key = "straight_well" if straight.sight == "well" else "straight_reads"
        lines.append(Message(f"doctor.plan.{key}", px=f"{straight.px_per_module:.2f}"))
    if advice.better_camera is not None:
        lines.append(Message("doctor.plan.camera", camera=_shown(advice.better_camera)))
    elif advice.stand.sight == "far" and advice.straight is None:
        lines.append(Message("doctor.plan.none"))
    return lines


def _shown(camera: str) -> str:
    """Return a preset as it is printed on cameras' boxes: "4K", "1080p"."""
    return "4K" if camera.lower() == "4k" else camera
