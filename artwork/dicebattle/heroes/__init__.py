"""The figures of the cards: human busts with headgear, monster masks, and objects of magic.

Each function draws one figure into a ``Figure``. Its silhouette is designed point by point, and
nothing in it is random.
"""
