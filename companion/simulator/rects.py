"""Rectangles of pixels: left, top, right, bottom; right and bottom are excluded."""

Rect = tuple[int, int, int, int]


def common(a: Rect, b: Rect) -> Rect:
    """Return the intersection; for disjoint rectangles, left >= right or top >= bottom."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def around(a: Rect, b: Rect) -> Rect:
    """Return the smallest rectangle that covers both."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def merged(rects: list[Rect]) -> list[Rect]:
    """Return disjoint rectangles that cover `rects`; overlapping ones are merged."""
    out: list[Rect] = []
    for rect in rects:
        new = rect
        if _empty(new):
            continue
        while hit := next((other for other in out if not _empty(common(other, new))), None):
            out.remove(hit)
            new = around(hit, new)
        out.append(new)
    return out


def _empty(rect: Rect) -> bool:
    return rect[0] >= rect[2] or rect[1] >= rect[3]
