"""`random`: any legal action, all equally likely. The zero of every measure of strength."""

from random import Random
from typing import Final

from sergeantmajor.actions import Action, Discard
from sergeantmajor.cards import CARDS, CardSet
from sergeantmajor.rules import Phase
from sergeantmajor.view import View


class RandomBot:
    """
    Decides by lot.

    Attributes:
        name: Name and version.
    """

    name: Final = "random/1"

    def decide(self, view: View, rng: Random) -> Action:
        """Return a legal action drawn uniformly."""
        if view.phase is Phase.DISCARD and view.hand is not None:
            # The same lot as among all the thousands of actions, without making them.
            indices = rng.sample([card.index for card in view.hand], view.rules.kitty_size)
            return Discard(CardSet(CARDS[index] for index in indices))
        return rng.choice(view.legal_actions())
