"""The heroes of the cards, one function each, drawn around their foot point (0, 0).

A hero extends at most 25 mm to either side and 36 mm upwards. It leaves the area of the element
tokens (x −23 to −14, y −34 to −25) free. The scene of a spell or trap fills the whole picture.
"""
