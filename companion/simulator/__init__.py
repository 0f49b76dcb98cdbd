"""A camera that needs no camera: printed paper, hands and dice on a rendered table."""
