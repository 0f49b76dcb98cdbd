"""From frame to table: finds the printed tags in a picture and locates the cards.

`Frame → candidates → register → match → Reading* → mat pose → placed Reading* → TableView`
"""
