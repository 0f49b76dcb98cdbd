"""The tree's spirits and small guests: flat shapes with few lines.

Spirits have one flat colour, lines and glowing eyes. Each touches the tree: it perches on the
wood, coils around it, leans over it or flows out of it. A ``Guest`` has the area that foliage must
avoid, and a drawing for each of two layers, behind and in front of the wood.
"""
