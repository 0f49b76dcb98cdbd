"""Finds the printed tags in a picture, and locates the cards on the table.

`Frame → candidates → register → match → Reading* → mat pose → placed Reading* → TableView`
"""
