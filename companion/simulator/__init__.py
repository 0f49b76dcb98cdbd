"""A simulated camera: printed paper, hands and dice on a rendered table."""

import numpy as np  # noqa: F401 - before cv2, which prints on stdout if numpy is missing
