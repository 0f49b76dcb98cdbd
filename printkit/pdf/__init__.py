"""PDF output: canvas, drawings, fonts, images, whole files."""
