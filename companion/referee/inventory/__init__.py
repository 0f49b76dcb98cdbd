"""Physical cards: where each copy is and what players still have to do."""
