"""Links as QR codes for the page: SVG, dark on light in every theme."""

import qrcode
from qrcode.constants import ERROR_CORRECT_M

_QUIET = 4


def qr_svg(text: str) -> str:
    """Return an SVG of a text's QR code with its quiet zone, one unit per module."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=_QUIET)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    size = len(rows)
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
        f'<path fill="#000" d="{path}"/></svg>'
    )
