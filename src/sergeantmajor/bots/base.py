"""What a bot is: a view goes in, an action comes out."""

from random import Random
from typing import Protocol

from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import CardSet
from sergeantmajor.rules import Exchange, Phase
from sergeantmajor.view import View


class Bot(Protocol):
    """
    A player by programme.

    Keeps nothing between decisions, so that it may be asked in any process, and again after a
    crash. All chance comes from the generator it is handed: the same view and seed give the same
    action, whatever the machine.
    """

    @property
    def name(self) -> str:
        """Name and version, as records write it: `corporal/1`. Other play has another version."""

    def decide(self, view: View, rng: Random) -> Action:
        """
        Return a legal action.

        Args:
            view: What the bot's seat knows; it is that seat's turn.
            rng: The decision's generator.
        """


class PhaseBot:
    """
    A bot with one method for each kind of decision.

    Attributes:
        name: Name and version.
    """

    name: str

    def decide(self, view: View, rng: Random) -> Action:
        """Hand the decision to the method of the phase."""
        hand = view.hand
        assert hand is not None, "only a seat decides"
        match view.phase:
            case Phase.PLAY:
                return self.play(view, hand, rng)
            case Phase.DISCARD:
                return self.discard(view, hand, rng)
            case Phase.CONTRACT:
                return self.announce(view, hand, rng)
            case Phase.EXCHANGE if view.rules.exchange is Exchange.DRAW:
                return self.draw(view, hand, rng)
            case Phase.EXCHANGE:
                return self.give(view, hand, rng)
            case _:
                raise ValueError(f"nobody decides in phase {view.phase.value}")

    def give(self, view: View, hand: CardSet, rng: Random) -> Give:
        """Return the card to hand to the player who is next to owe one."""
        raise NotImplementedError

    def draw(self, view: View, hand: CardSet, rng: Random) -> Draw:
        """Return whom to ask for which suit."""
        raise NotImplementedError

    def announce(self, view: View, hand: CardSet, rng: Random) -> Announce:
        """Return the contract, or the pass."""
        raise NotImplementedError

    def discard(self, view: View, hand: CardSet, rng: Random) -> Discard:
        """Return the cards to lay away."""
        raise NotImplementedError

    def play(self, view: View, hand: CardSet, rng: Random) -> Play:
        """Return the card to play."""
        raise NotImplementedError


def playable(view: View) -> CardSet:
    """Return the cards that the seat to act may play."""
    return CardSet(action.card for action in view.legal_actions() if isinstance(action, Play))
