"""The referee: a pure function from table views to notices and captions, clocked by the frames.

TableView → Settler → StableTable → TableContents → differences → infer → judge → Notice → caption

`settle` determines what is on the table despite hands, noise and camera trouble (`occlusion`);
`table` translates it into the rules' terms with the mat's zones (`geometry`). `explain` finds the
action behind a change; `inventory` tracks every physical copy and finds the smallest correction.

`referee` receives views and control cards. It is built from `referee_state` (match, phase, and the
latest notices, which WHY and REPEAT need), `transitions` (accept, refuse, ask, take back),
`table_judge` (settled tables), `token_input` and `partial_input` (tokens), `control_commands` (the
control cards) and `input_router`. `notices` are its announcements as values, `words` turns them
into sentences, and `journal` logs each one before it is announced.
"""
