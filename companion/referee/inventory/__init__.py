"""Physical cards: the place of each copy, and the players' pending steps."""
