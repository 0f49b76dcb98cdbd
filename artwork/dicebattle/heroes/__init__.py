"""The figures on the cards: human busts with headgear, monster masks, and magic objects.

Each function draws one figure into a ``Figure``. Its silhouette is designed point by point, and
nothing in it is random.
"""
