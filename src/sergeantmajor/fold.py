"""
From the events of a log back to the state: each decision is judged again.

The other way round from `match`, which turns actions into events.
"""

from collections.abc import Iterable
from itertools import islice, zip_longest

from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import Seat
from sergeantmajor.errors import IllegalEvent
from sergeantmajor.events import (
    CardGiven,
    CardPlayed,
    CardsDealt,
    CardsDiscarded,
    ContractAnnounced,
    DealStarted,
    Decision,
    Event,
    MatchEnded,
)
from sergeantmajor.match import Match, Step, apply, conclude, deal_cards
from sergeantmajor.rules import Exchange, Rules


def action_of(event: Event, rules: Rules) -> tuple[Seat, Action] | None:
    """
    Return the action that an event of a full log records; `None` for one that is no decision.

    Raises:
        IllegalEvent: The event hides the cards: it is from somebody's view.
    """
    match event:
        case CardPlayed(seat, card):
            return seat, Play(card)
        case ContractAnnounced(seat, contract):
            return seat, Announce(contract)
        case CardsDiscarded(seat, cards) if cards is not None:
            return seat, Discard(cards)
        case CardGiven(up, down, card, _) if card is not None:
            draws = rules.exchange is Exchange.DRAW
            return up, Draw(down, card.suit) if draws else Give(card)
        case CardsDiscarded() | CardGiven():
            raise IllegalEvent(f"{event} hides cards: a full log is needed")
        case _:
            return None


def fold(match: Match, events: Iterable[Event]) -> Match:
    """
    Return the state after the events of a full log.

    Each decision is judged again, and what follows from it must be what the log says.

    Raises:
        IllegalEvent: An event that cannot follow, or one missing; says what was expected.
        IllegalAction: A decision that the rules refuse.
    """
    log = iter(events)
    for first in log:
        found: list[Event] = [first]
        if isinstance(first, DealStarted):
            found += islice(log, 1)
        step = _follow(match, found)
        found += islice(log, len(step.events) - len(found))
        for event, expected in zip_longest(found, step.events):
            if event is None:
                raise IllegalEvent(f"the log ends early: expected {expected}")
            if event != expected:
                raise IllegalEvent(f"found {event}, expected {expected}")
        match = step.match
    return match


def _follow(match: Match, found: list[Event]) -> Step:
    """Carry out the decision, the deal (two events) or the declared end that the log tells next."""
    first, *rest = found
    if isinstance(first, DealStarted):
        return _follow_deal(match, first, rest)
    if isinstance(first, MatchEnded) and first.by is Decision.DECLARED:
        return conclude(match, first.winners)
    decision = action_of(first, match.rules)
    if decision is None:
        raise IllegalEvent(f"found {first}, expected {_awaited(match)}")
    return apply(match, *decision)


def _awaited(match: Match) -> str:
    """Return in words what the log of a match has to go on with."""
    if match.winners is not None:
        return "no more: the match is over"
    if match.to_act is None:
        return f"the start of deal {match.dealt + 1}"
    return f"an action of seat {match.to_act:d} in phase {match.phase.value}"


def _follow_deal(match: Match, start: DealStarted, rest: list[Event]) -> Step:
    if not rest:
        raise IllegalEvent(f"the log ends early: expected the cards of deal {start.number}")
    dealt = rest[0]
    if not isinstance(dealt, CardsDealt):
        raise IllegalEvent(f"found {dealt}, expected the cards of deal {start.number}")
    one, two, three = dealt.hands
    if one is None or two is None or three is None or dealt.kitty is None:
        raise IllegalEvent(f"{dealt} hides cards: a full log is needed")
    try:
        return deal_cards(match, (one, two, three), dealt.kitty)
    except ValueError as error:
        raise IllegalEvent(str(error)) from error
