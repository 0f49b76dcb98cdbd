"""Renderer of one table with Blender's Cycles; run by hand in Blender's Python (package `bpy`).

    python pictures_cycles.py SCENE.json OUT.png

tools/pictures/render.py writes SCENE.json. Lengths are in mm, with y towards the viewer, as in the
simulated camera. This module uses neither tags nor the simulated camera's drawing code, so that
the two renderers check each other.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Vector

MM = 0.001
CUTS = 16
# Per kind: ambient light, then the lamp's place (m), size (m), power (W) and colour.
LIGHTS = {
    "window": (0.25, (-1.6, 0.4, 0.9), 1.0, 45, (0.9, 0.95, 1.0)),
    "lamp": (0.08, (0.45, 0.5, 0.8), 0.12, 14, (1.0, 0.82, 0.6)),
    "ceiling": (0.35, (0.3, -0.2, 2.2), 0.6, 60, (1.0, 0.95, 0.88)),
    "dim": (0.03, (-0.8, 0.9, 1.6), 0.3, 9, (1.0, 0.8, 0.6)),
}


def paper(name: str, image: str, gloss: float, sleeve: float) -> bpy.types.Material:
    """Make a paper material; `gloss` is 0 (matt) to 1, `sleeve` the weight of a clear film."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes = made.node_tree.nodes
    bsdf = nodes["Principled BSDF"]
    bsdf.inputs["Roughness"].default_value = 1.0 - 0.8 * gloss
    bsdf.inputs["Coat Weight"].default_value = sleeve
    bsdf.inputs["Coat Roughness"].default_value = 0.08
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(image, check_existing=True)
    texture.interpolation = "Cubic"
    texture.extension = "EXTEND"
    made.node_tree.links.new(texture.outputs["Color"], bsdf.inputs["Base Color"])
    return made


def wood() -> bpy.types.Material:
    made = bpy.data.materials.new("wood")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    grain, ramp = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeValToRGB")
    grain.inputs["Scale"].default_value = 30
    ramp.color_ramp.elements[0].color = (0.22, 0.12, 0.06, 1)
    ramp.color_ramp.elements[1].color = (0.40, 0.24, 0.12, 1)
    links.new(grain.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return made


def sheet(each: dict[str, Any], material: bpy.types.Material) -> None:
    """Make a sheet that rises from its middle by `curl` × (2 u² + 4 v²) mm, like `render.curl`."""
    width, height, curl = each["width"], each["height"], each.get("curl", 0.0)
    corners, faces, places = [], [], []
    for j in range(CUTS + 1):
        for i in range(CUTS + 1):
            u, v = i / CUTS - 0.5, j / CUTS - 0.5
            lift = each["z"] + curl * (2 * u * u + 4 * v * v)
            corners.append((u * width * MM, v * height * MM, lift * MM))
            places.append((u + 0.5, v + 0.5))
    for j in range(CUTS):
        for i in range(CUTS):
            a = j * (CUTS + 1) + i
            faces.append((a, a + 1, a + CUTS + 2, a + CUTS + 1))
    mesh = bpy.data.meshes.new("sheet")
    mesh.from_pydata(corners, [], faces)
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        layer.data[loop.index].uv = places[loop.vertex_index]
    mesh.materials.append(material)
    made = bpy.data.objects.new("sheet", mesh)
    made.location = (each["x"] * MM, -each["y"] * MM, 0)
    made.rotation_euler = (0, 0, -math.radians(each["turn"]))
    bpy.context.collection.objects.link(made)


def camera(spec: dict[str, Any]) -> None:
    """Make a pinhole camera with the given axes, and with a lens focused on the table's middle."""
    width, height = spec["size"]
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36
    data.lens = 36 * spec["focal_px"] / width
    data.dof.use_dof = True
    data.dof.focus_distance = spec["distance"] * MM
    data.dof.aperture_fstop = spec["fstop"]
    made = bpy.data.objects.new("camera", data)
    right, down, forward = (Vector((x, -y, z)) for x, y, z in spec["axes"])
    turn = Matrix((right, -down, -forward)).transposed().to_4x4()
    x, y, z = spec["at"]
    made.matrix_world = Matrix.Translation((x * MM, -y * MM, z * MM)) @ turn
    bpy.context.collection.objects.link(made)
    bpy.context.scene.camera = made
    render = bpy.context.scene.render
    render.resolution_x, render.resolution_y, render.resolution_percentage = width, height, 100


def light(kind: str) -> None:
    ambient, at, size, power, colour = LIGHTS[kind]
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    around = world.node_tree.nodes["Background"].inputs
    around["Strength"].default_value = ambient
    around["Color"].default_value = (0.9, 0.95, 1.0, 1)
    bpy.context.scene.world = world
    data = bpy.data.lights.new("lamp", "AREA")
    data.size, data.energy, data.color = size, power, colour
    lamp = bpy.data.objects.new("lamp", data)
    lamp.location = at
    lamp.rotation_euler = (-Vector(at)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(lamp)


def main() -> None:
    spec = json.loads(Path(sys.argv[-2]).read_text(encoding="utf-8"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    table = {"x": 0, "y": 0, "z": -0.4, "turn": 0, "width": 3000, "height": 3000}
    sheet(table, wood())
    for number, each in enumerate(spec["sheets"]):
        look = paper(f"paper{number}", each["image"], each["gloss"], each["sleeve"])
        sheet(each, look)
    light(spec["light"])
    camera(spec["camera"])
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.cycles.samples, scene.cycles.seed = spec["samples"], spec["seed"]
    scene.cycles.use_denoising = False
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = spec["exposure"]
    scene.render.image_settings.file_format = "PNG"
    scene.render.filepath = sys.argv[-1]
    bpy.ops.render.render(write_still=True)


if __name__ == "__main__":
    main()
