"""The spirits and small guests of the tree: flat shapes with few lines, each in one place.

Spirits are drawn in one flat colour, with lines and glowing eyes. Each is in contact with the tree:
it perches, coils, leans over or flows out of the wood. A ``Guest`` names the area it covers, which
foliage avoids, and draws itself in two layers, behind and in front of the wood.
"""
