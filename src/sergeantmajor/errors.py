"""
What can go wrong, as types.

The tree of exceptions:

    SergeantMajorError
    ├── ParseError        text that is no card, hand, rule set or position
    ├── RulesError        rule options that cannot stand together
    ├── IllegalAction     an action that the rules refuse
    └── IllegalEvent      an event that cannot follow from the state

All derive from `ValueError` as well: each is about a value that was handed in.
`Reason` lists why an action is refused; rules, wire and browser share it, and every
language has a sentence for each member.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class SergeantMajorError(ValueError):
    """Any fault that this library reports about a value handed to it."""


class ParseError(SergeantMajorError):
    """Text that does not follow the notation; the message quotes it and says what was expected."""


class RulesError(SergeantMajorError):
    """
    Rule options that are unknown, out of range, or contradict each other.

    Attributes:
        code: What is wrong, as a word that languages translate (`rules-…`).
        params: The options and values concerned, as they are written in records.
    """

    def __init__(self, message: str, code: str, params: Mapping[str, str]) -> None:
        super().__init__(message)
        self.code = code
        self.params = dict(params)


class Reason(StrEnum):
    """
    Why an action is refused. Closed: every language has a sentence for each.

    The parameters that go with a member tell the seat only about its own hand and about what
    everybody at the table has seen.
    """

    MATCH_OVER = "match-over"
    """The match has ended."""
    NOT_DEALT = "not-dealt"
    """Between two deals nobody acts."""
    NOT_YOUR_TURN = "not-your-turn"
    """Another seat is to act. `seat`: that seat."""
    WRONG_PHASE = "wrong-phase"
    """This kind of action belongs to another phase. `phase`: the phase now."""
    NOT_HELD = "not-held"
    """The seat does not hold the card. `card`."""
    MUST_FOLLOW = "must-follow"
    """R-PLAY-2: the suit led must be followed. `suit`, `card`, `held`: own cards of the suit."""
    MUST_TRUMP = "must-trump"
    """Option `must-trump`: void in the suit led, a trump must be played. `suit`, `card`, `held`."""
    MUST_BEAT = "must-beat"
    """Option `must-beat`: a higher card is held. `card`, `held`: own cards that beat."""
    NOT_A_CONTRACT = "not-a-contract"
    """The rule set has no such contract. `contract`."""
    CONTRACT_USED = "contract-used"
    """Option `once`: the declarer has announced it before in this match. `contract`."""
    NO_PASS_LEFT = "no-pass-left"
    """The declarer has used up his passes. `passes`: how many each player has."""
    WRONG_COUNT = "wrong-count"
    """Another number of cards is to be laid away. `expected`, `count`."""
    NOT_OWING = "not-owing"
    """Option `exchange=draw`: that player owes the seat nothing (any more). `down`."""
    SUIT_NOT_HELD = "suit-not-held"
    """Option `exchange=draw`: only a suit that the seat holds may be named. `suit`."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """
    Why an action may not be done.

    Attributes:
        reason: The reason.
        params: Parameters of its sentence, as written in records: cards, suits, seats, numbers.
            For the eyes of the seat that asked, and of nobody else.
    """

    reason: Reason
    params: Mapping[str, str] = field(default_factory=dict)


class IllegalAction(SergeantMajorError):
    """
    An action that the rules refuse; the state is unchanged.

    Attributes:
        refusal: The reason, with parameters for the acting seat only.
    """

    def __init__(self, refusal: Refusal) -> None:
        said = ", ".join(f"{key} {value}" for key, value in refusal.params.items())
        super().__init__(f"{refusal.reason.value}: {said}" if said else refusal.reason.value)
        self.refusal = refusal


class IllegalEvent(SergeantMajorError):
    """An event (from a record or a log) that cannot follow; says what was found and expected."""
