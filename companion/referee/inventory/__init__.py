"""Physical cards: each copy's place, and the players' pending steps."""
