"""Sheets: papers, imposition, tiling, marks, calibration."""
