"""The referee: pure, clocked by the frames, it turns table views into records and captions.

TableView → Settler → Settled → Table → difference → infer → judge → Record → caption

settle    what lies on the table, through hands, noise and trouble
places    the mat's geometry: how a card lies on a cell
table     the settled table as the rules see it, and faults of the paper
chances   chance that nobody sees
infer     what a change means: literal action, sequence, part of one, question, refusal
steps     the smallest correction
paper     which tag lies where, what lies on piles, which cells are owed
states    the states of a match and what leads from one to the next
handwork  what hands have to do: what is owed, what undoes a refusal
minutes   match, papers and state, and every record of them
ledger    every way in which these change together
bench     what a settled table means to the match
listening  what is said: pieces, control cards, dice, pages
seals     what a seat ordered in secret, committed to when it gets ready
silence   what it means to say nothing
session   views and control cards in, records out
records   what happened, as values; speaker and wording put them into words
journal   written down, then said; and resumed from what was written
"""
