"""The sentences on steps to perform and on faults of the table."""

from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import Notice
from companion.referee.table import FaultKind, TableFault
from companion.referee.words.wording import MAX_STEPS, Wording
from rules import Message


def step_sentences(words: Wording, steps: tuple[CorrectionStep, ...]) -> list[Message]:
    """Return the sentences on the steps to perform, at most `MAX_STEPS` of them."""
    takes = [s for s in steps if s.kind is StepKind.TAKE and "." not in s.cell]
    lines = []
    if len(takes) > 1:
        cells = words.cells(step.cell for step in takes)
        lines.append(Message("referee.step.take_many", cells=cells))
        steps = tuple(s for s in steps if s not in takes)
    lines += [step_sentence(words, step) for step in steps[: MAX_STEPS - len(lines)]]
    more = len(steps) - (MAX_STEPS - (1 if len(takes) > 1 else 0))
    return [*lines, Message("referee.count.more", count=more)] if more > 0 else lines


def step_sentence(words: Wording, step: CorrectionStep) -> Message:
    """Return a step as a sentence."""
    return Message(
        f"referee.step.{step.kind.value}",
        card=words.placed_card(step.placed),
        cell=words.cell(step.cell),
        to=words.cell(step.to),
        wrong=words.placed_card(step.wrong) if step.wrong else "",
    )


def still_to_do(words: Wording, notice: Notice) -> list[Message]:
    """Return the sentences on the remaining steps with an introduction, if there are any."""
    if not notice.steps:
        return []
    return [Message("referee.say.still"), *step_sentences(words, notice.steps)]


def fault_sentence(words: Wording, fault: TableFault) -> Message:
    """Return the sentence about a table fault, and how to fix it."""
    key = fault.kind.value
    if fault.kind is FaultKind.DUPLICATE and len(fault.cells) == 1:
        key = "duplicate_beside"
    name = fault.card if fault.kind is FaultKind.WRONG_MAT else words.card(fault.card)
    cells = words.cells(fault.cells)
    return Message(f"referee.fault.{key}", card=name, cells=cells, mat=words.mat)


def cells_differ(count: int) -> Message:
    """Return the sentence about the number of cells that differ."""
    return Message("referee.count.differs", count=count)
