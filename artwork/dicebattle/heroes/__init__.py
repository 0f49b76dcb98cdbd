"""The figures of the cards: humans are busts under headgear, monsters masks, magic one object.

Each is a function that draws itself into a ``Figure``; its silhouette is designed point by point
and nothing in it is random.
"""
