"""
What a player can decide: five kinds of action, immutable and hashable.

`str` of an action is how snapshots and logs write it.
"""

from dataclasses import dataclass

from sergeantmajor.cards import Card, CardSet, Seat, Suit
from sergeantmajor.rules import Contract


@dataclass(frozen=True, slots=True)
class Give:
    """
    Hand a card to the player who is next to owe one (`exchange=give`).

    Attributes:
        card: The card given; what comes back follows by the rules.
    """

    card: Card

    def __str__(self) -> str:
        return f"give {self.card}"


@dataclass(frozen=True, slots=True)
class Draw:
    """
    Ask a player who owes for a suit (`exchange=draw`): one's lowest card of it goes.

    Attributes:
        down: The player asked.
        suit: The suit named.
    """

    down: Seat
    suit: Suit

    def __str__(self) -> str:
        return f"draw {int(self.down)} {self.suit.letter}"


@dataclass(frozen=True, slots=True)
class Announce:
    """
    Announce the contract, or pass.

    Attributes:
        contract: The contract; `None` is a pass.
    """

    contract: Contract | None

    def __str__(self) -> str:
        return f"announce {'pass' if self.contract is None else self.contract.letter}"


@dataclass(frozen=True, slots=True)
class Discard:
    """
    Lay cards away for the kitty.

    Attributes:
        cards: As many as the kitty holds, all from the declarer's hand.
    """

    cards: CardSet

    def __str__(self) -> str:
        return f"discard {self.cards}"


@dataclass(frozen=True, slots=True)
class Play:
    """
    Play a card to the trick.

    Attributes:
        card: The card.
    """

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Action = Give | Draw | Announce | Discard | Play
"""Any decision of a player."""
