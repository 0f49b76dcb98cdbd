"""The referee: a pure function from table views to notices and captions, clocked by the frames.

TableView → Settler → StableTable → TableContents → differences → infer → judge → Notice → caption

`settle` determines what is on the table despite hands, noise and camera trouble (`occlusion`);
`table` translates it into the rules' terms with the mat's zones (`geometry`). `explain` finds the
action behind a change; `inventory` tracks every physical copy and finds the smallest correction.

`decide` turns an input into notices, with the handlers of settled tables (`table_judge`), tokens,
control cards and dice (`input_router`), and with `transitions` (accept, refuse, ask, take back).
`evolve` makes the next value (`state`) from each notice; `live` keeps the values. `notices` are the
announcements as values, `words` turns them into sentences, and `journal` logs each one before it is
announced.
"""
