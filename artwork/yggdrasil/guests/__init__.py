"""The spirits and small guests of the tree: flat shapes, few lines, one place to sit each.

Spirits are drawn in one flat colour, with lines and glowing eyes; each is *held* by the tree: it
perches, coils, leans over or flows out of the wood. A ``Guest`` says what it covers (so that
foliage keeps away) and draws itself in two layers, behind and before the wood.
"""
