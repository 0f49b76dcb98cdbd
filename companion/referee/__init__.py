"""The referee: pure, clocked by the frames, it turns table views into notices and captions.

TableView → Settler → StableTable → TableContents → differences → infer → judge → Notice → caption

`settle` finds what is on the table, through hands, noise and camera trouble (`occlusion`); `table`
reads it as the rules do, on the mat's zones (`geometry`). `explain` finds the action behind a
change; `inventory` knows which copy is where, and the smallest correction.

`referee` takes views and control cards. It is built of `referee_state` (match, phase, and the
latest notices, which WHY and REPEAT need), `transitions` (accept, refuse, ask, take back),
`table_judge` (settled tables), `token_input` and `partial_input` (tokens), `control_commands` (the
control cards) and `input_router`. `notices` are its announcements as values, `words` turns them
into sentences, and `journal` logs each before it is announced.
"""
