"""The heroes, one function each, drawn on a brush around their foot point (0, 0).

A hero stays within 25 mm to both sides and 36 mm upwards. The area of the element tokens (x −23 to
−14, y −34 to −25) stays sky. A scene of a spell or a trap fills its window.
"""
