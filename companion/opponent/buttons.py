"""The page's buttons, as far as a seat that the computer plays presses them."""

from companion.web.mailbox import Mailbox, PerformAction, ResetTable, ThrowDice
from rules import Action


class MailboxButtons:
    """Presses the buttons of the table's page."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox

    def perform(self, action: Action) -> None:
        """Declare an action, with its token if it needs one."""
        self._mailbox.press(PerformAction(action))

    def throw(self) -> None:
        """Throw the awaited dice."""
        self._mailbox.press(ThrowDice())

    def arrange(self) -> None:
        """Arrange the table in the match's layout."""
        self._mailbox.press(ResetTable())
