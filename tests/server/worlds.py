"""
Two worlds that seat 0 cannot tell apart: the same history to its eyes, other hidden cards.

A world is a match played from a script: decks, and every decision in order. `other_world` swaps
cards whose place the seat does not know, and keeps a swap only if everything that the seat sees
stays the same, event for event; what others decide unseen (a discard, an exchange among themselves)
is decided anew. It uses the rules and `see`, but nothing of the server.
"""

import random
from dataclasses import dataclass, replace

from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import SEATS, Card, CardSet, Seat
from sergeantmajor.errors import IllegalAction
from sergeantmajor.events import CardGiven, CardsDealt, Event, KittyTaken
from sergeantmajor.match import Match, apply, deal_cards, hands_of, legal_actions, start_match
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.view import see

ME = Seat.ZERO


@dataclass(frozen=True)
class ScriptedDeal:
    """One deal: where it starts, its deck, and who decided what."""

    start: Match
    deck: tuple[Card, ...]
    decisions: tuple[tuple[Seat, Action], ...]


@dataclass(frozen=True)
class World:
    """A match up to some moment; the last deal may be unfinished."""

    rules: Rules
    declarer: Seat
    deals: tuple[ScriptedDeal, ...]


def run_deal(deal: ScriptedDeal) -> tuple[list[Event], Match]:
    """Return what happens in a deal, and the state after it; `IllegalAction` if it can't be."""
    step = deal_cards(deal.start, *hands_of(deal.start.rules, deal.start.declarer, deal.deck))
    events = list(step.events)
    for seat, action in deal.decisions:
        step = apply(step.match, seat, action)
        events += step.events
    return events, step.match


def played_world(rules: Rules, phase: Phase, rng: random.Random) -> World:
    """Return a world that was played at random to a moment of a phase, in deal 1, 2, 3 or later."""
    least = rng.randrange(1, 4)
    while (world := _played(rules, phase, least, rng)) is None:
        pass
    return world


def _played(rules: Rules, phase: Phase, least: int, rng: random.Random) -> World | None:
    """Return the world, or `None` if the match ended before the phase came."""
    deals: list[ScriptedDeal] = []
    declarer = rng.choice(SEATS)
    match = start_match(rules, declarer)
    while match.winners is None:
        deck = list(rules.deck)
        rng.shuffle(deck)
        start, decisions = match, list[tuple[Seat, Action]]()
        match = deal_cards(match, *hands_of(rules, match.declarer, deck)).match
        moments = []
        while match.deal is not None:
            if match.phase is phase:
                moments.append(len(decisions))
            decisions.append((match.deal.to_act or ME, any_action(match, rng)))
            match = apply(match, *decisions[-1]).match
        if match.phase is phase:
            moments.append(len(decisions))
        if len(deals) + 1 >= least and moments:
            decisions = decisions[: rng.choice(moments)]
            least = 0
        deals.append(ScriptedDeal(start, tuple(deck), tuple(decisions)))
        if not least:
            return World(rules, declarer, tuple(deals))
    return None


def any_action(match: Match, rng: random.Random) -> Action:
    """Return any legal action."""
    assert match.deal is not None
    if match.phase is Phase.DISCARD:
        hand = list(match.deal.hands[match.deal.declarer])
        return Discard(CardSet(rng.sample(hand, match.rules.kitty_size)))
    return rng.choice(legal_actions(match))


def other_world(world: World, rng: random.Random, swaps: int = 40) -> tuple[World, int]:
    """
    Return a world that looks the same to seat 0, and how many cards lie elsewhere in it.

    Args:
        world: The world to start from.
        rng: All chance.
        swaps: How many swaps are tried in each deal.
    """
    deals = []
    for deal in world.deals:
        events, _ = run_deal(deal)
        seen = [see(event, ME, world.rules) for event in events]
        hidden = world.rules.deck - _placed_cards(seen)
        other = deal
        for _ in range(swaps):
            if len(hidden) >= 2:
                other = _swapped(other, rng.sample(list(hidden), 2), seen, rng) or other
        deals.append(other)
    moved = sum(
        a is not b
        for one, two in zip(world.deals, deals, strict=True)
        for a, b in zip(_owners(one), _owners(two), strict=True)
    )
    return replace(world, deals=tuple(deals)), moved


def _owners(deal: ScriptedDeal) -> tuple[Card, ...]:
    """Return a deal's cards by place: sorted inside each hand and the kitty."""
    hands, kitty = hands_of(deal.start.rules, deal.start.declarer, deal.deck)
    return tuple(card for part in (*hands, kitty) for card in part)


def _placed_cards(seen: list[Event]) -> CardSet:
    """
    Return the cards of which seat 0 knows where they lay when the cards were dealt.

    A card that another seat played is none of them: it may have come from the kitty.
    """
    cards = CardSet()
    for event in seen:
        match event:
            case CardsDealt(hands, _):
                cards |= hands[ME] or CardSet()
            case CardGiven(_, _, card, back) if card is not None and back is not None:
                cards |= CardSet((card, back))
            case KittyTaken(_, kitty) if kitty is not None:
                cards |= kitty
            case _:
                pass
    return cards


def _swapped(
    deal: ScriptedDeal, pair: list[Card], seen: list[Event], rng: random.Random
) -> ScriptedDeal | None:
    """Return a deal with two cards swapped, if seat 0 could not tell; else `None`."""
    one, two = pair
    names = {one: two, two: one}
    deck = tuple(names.get(card, card) for card in deal.deck)
    rules = deal.start.rules
    step = deal_cards(deal.start, *hands_of(rules, deal.start.declarer, deck))
    told = [see(event, ME, rules) for event in step.events]
    decisions: list[tuple[Seat, Action]] = []
    try:
        for seat, action in deal.decisions:
            action = _decided_there(step.match, seat, action, names, rng)  # noqa: PLW2901
            step = apply(step.match, seat, action)
            decisions.append((seat, action))
            told += [see(event, ME, rules) for event in step.events]
            if told != seen[: len(told)]:
                return None
    except IllegalAction:
        return None
    return ScriptedDeal(deal.start, deck, tuple(decisions))


def _decided_there(
    match: Match, seat: Seat, action: Action, names: dict[Card, Card], rng: random.Random
) -> Action:
    """Return what is decided in the other world: the same, but for what seat 0 does not see."""
    assert match.deal is not None
    if seat is ME:
        return action
    match action:
        case Play() | Announce():
            return action
        case Give() if match.deal.debts[0].down is ME:
            return action
        case Draw(down, _) if down is ME:
            return action
        case Discard(cards):
            return Discard(CardSet(names.get(card, card) for card in cards))
        case Give(card):
            return Give(names.get(card, card))
        case Draw(down, _):
            open_ = [other for other in legal_actions(match) if other.down == down]  # type: ignore[union-attr]
            return rng.choice(open_)
    raise AssertionError(action)


def bots_of(world: World) -> list[Action]:
    """Return what the other two seats decide, in order."""
    return [action for deal in world.deals for seat, action in deal.decisions if seat is not ME]


assert SEATS[0] is ME
