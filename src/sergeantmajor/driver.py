"""
The loop that runs a match between three deciders.

A `Game` holds the truth; each decider gets the view of its own seat and nothing else. Every answer
is judged. One that is no legal action (or no answer, or an exception) costs its seat one fallback
decision, is counted, and the game goes on.

The same view, seed and decider give the same action: the generator of each decision is seeded with
the game's seed, the deal, the seat and how many decisions the deal has seen.
"""

import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import SEATS, Card, CardSet, Seat, Suit
from sergeantmajor.errors import IllegalAction
from sergeantmajor.events import Event
from sergeantmajor.match import Match, Step, hands_of
from sergeantmajor.rules import Contract, Exchange, Phase
from sergeantmajor.view import View, see, start_view


class Decider(Protocol):
    """Whoever decides for a seat: a bot, or a person's answer waited for."""

    @property
    def name(self) -> str:
        """Name and version, as records write it: `corporal/1`."""

    def decide(self, view: View, rng: Random) -> Action:
        """Return the action of the seat whose view this is; it is that seat's turn."""


@dataclass(frozen=True, slots=True)
class Fallback:
    """
    A decision that had to be made for a decider.

    Attributes:
        seat: Whose decision it was.
        deal: Number of the deal.
        phase: The phase it was in.
        fault: What was wrong with the answer, in a few words. May quote the seat's own cards.
    """

    seat: Seat
    deal: int
    phase: Phase
    fault: str


Decks = Callable[[int], Sequence[Card]]
"""Gives the shuffled deck of a deal by its number (from 1), as `Shuffle.deck` does."""


class Game:
    """
    A match under way between three deciders.

    Attributes:
        match: The full state, hidden cards included: for whoever runs the game alone.
        views: What each seat knows, by seat.
        fallbacks: The decisions made for deciders that gave no legal answer, in order.
    """

    def __init__(
        self,
        match: Match,
        deciders: Sequence[Decider],
        decks: Decks,
        seed: int,
    ) -> None:
        """
        Prepare a game; nothing happens before `events` is iterated.

        Args:
            match: Where it begins: before a deal, as `start_match` returns it.
            deciders: Who decides, by seat.
            decks: The shuffled deck of each deal.
            seed: Seeds every decision's generator.
        """
        if len(deciders) != len(SEATS):
            raise ValueError(f"{len(deciders)} deciders were given: expected one for each seat")
        self.match = match
        self.views = [start_view(match, seat) for seat in SEATS]
        self.fallbacks: list[Fallback] = []
        self._deciders = tuple(deciders)
        self._decks = decks
        self._seed = seed
        self._decisions = 0
        self._happened: deque[Event] = deque()

    def events(self) -> Iterator[Event]:
        """
        Run the game to its end, giving each event of the full log as it happens.

        The state is always that after the whole decision or deal which an event belongs to. May be
        left at any event and taken up again by another call.
        """
        while self._happened or self.match.winners is None:
            if not self._happened:
                self._advance()
            yield self._happened.popleft()

    def _advance(self) -> None:
        step = self._deal() if self.match.deal is None else self._decide()
        self.match = step.match
        self._happened.extend(step.events)
        for event in step.events:
            self.views = [
                view.follow(see(event, seat, step.match.rules))
                for seat, view in zip(SEATS, self.views, strict=True)
            ]

    def _deal(self) -> Step:
        match = self.match
        self._decisions = 0
        deck = self._decks(match.dealt + 1)
        return matches.deal_cards(match, *hands_of(match.rules, match.declarer, deck))

    def _decide(self) -> Step:
        seat = self.match.to_act
        assert seat is not None, "a deal under way has somebody to act"
        view = self.views[seat]
        seed = (self._seed << 40) + (view.number << 16) + (int(seat) << 12) + self._decisions
        self._decisions += 1
        try:
            action = self._deciders[seat].decide(view, Random(seed))
        except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever it is, the game goes on)
            # This way of writing an exception survives one whose own `str` fails.
            fault = "raised " + "".join(traceback.format_exception_only(error)).strip()
        else:
            if is_action(action):
                try:
                    return matches.apply(self.match, seat, action)
                except IllegalAction as error:
                    fault = f"{action}: {error}"
            else:
                fault = f"gave a {type(action).__name__}, which is no action"
        self.fallbacks.append(Fallback(seat, view.number, view.phase, fault))
        return matches.apply(self.match, seat, fallback(view))


def is_action(answer: object) -> bool:
    """Return whether an answer is an action by its type and its fields' types, legal or not."""
    kind = type(answer)
    fields = _FIELD_TYPES.get(kind)
    return fields is not None and all(
        isinstance(getattr(answer, name), types) for name, types in fields
    )


_FIELD_TYPES: Final[dict[type, tuple[tuple[str, type | tuple[type, ...]], ...]]] = {
    Give: (("card", Card),),
    Draw: (("down", Seat), ("suit", Suit)),
    Announce: (("contract", (Contract, type(None))),),
    Discard: (("cards", CardSet),),
    Play: (("card", Card),),
}


def fallback(view: View) -> Action:
    """
    Return a legal action without judgement: what a seat does whose decider gave none.

    The lowest cards by rank, then by index; in an exchange by draw the first debt and suit; the
    contract of the longest suit that is open.

    Args:
        view: The view of the seat to act.
    """
    hand = view.hand
    assert hand is not None, "only a seat acts"
    match view.phase:
        case Phase.CONTRACT if view.contracts:
            return Announce(max(view.contracts, key=lambda contract: _length(hand, contract)))
        case Phase.DISCARD:
            return Discard(CardSet(sorted(hand, key=_by_rank)[: view.rules.kitty_size]))
        case Phase.EXCHANGE if view.rules.exchange is Exchange.GIVE:
            return Give(min(hand, key=_by_rank))
        case Phase.PLAY:
            cards = [action.card for action in view.legal_actions() if isinstance(action, Play)]
            return Play(min(cards, key=_by_rank))
        case _:
            return view.legal_actions()[0]


def _by_rank(card: Card) -> tuple[int, int]:
    return card.rank, card.index


def _length(hand: CardSet, contract: Contract) -> int:
    return -1 if contract.trump is None else len(hand.of(contract.trump))
