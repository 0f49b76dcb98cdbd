"""The heroes, one function each: they draw on a brush about their stand point (0, 0).

A hero keeps within 25 mm to both sides and 36 mm upwards, and leaves the place of the element
tokens (x −23 to −14, y −34 to −25) to sky; a scene of a spell or a trap fills its window.
"""
