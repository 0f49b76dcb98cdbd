"""The book from which a game is learnt: pages of pictures with short texts."""
