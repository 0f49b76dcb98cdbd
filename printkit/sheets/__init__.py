"""Sheets: paper sizes, imposition, tiling, marks, calibration."""
