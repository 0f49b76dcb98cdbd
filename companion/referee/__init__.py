"""The referee: pure, clocked by the frames, it turns table views into notices and captions.

TableView → Settler → StableTable → TableContents → differences → infer → judge → Notice → caption

settle            what is on the table, through hands, noise and trouble geometry          the mat's
zones, and how a card is placed on a cell table             the settled table as the rules see it,
and faults of the paper explain           what a change means: an action, a sequence, a question, a
refusal inventory         which copy is where, pending cells, and the smallest correction phases
the phases of a match and their transitions referee_state     match, inventory and phase, and the
latest notices transitions       the ways in which these change together table_judge       what a
settled table means for the match token_input, control_commands, input_router   tokens, control
cards, dice and pages commitments       commitments to secret orders answer_timer      questions
that expire referee           views and control cards in, notices out notices
announcements as values; `words` puts them into words journal           logged, then announced; and
resumed from a log
"""
