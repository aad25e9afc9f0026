"""
Other worlds: matches that a viewer cannot tell from the one that he sees.

For a viewer at some moment of a match, cards that he cannot place change places, and the match is
played again with the same decisions as far as he noticed them. `noticed` says once more, in its
own words, what the rules let him notice; it is the measure for everything that is sent to him.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from games import choose, shuffled
from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import Card, CardSet, Seat
from sergeantmajor.deal import Hands
from sergeantmajor.errors import IllegalAction
from sergeantmajor.events import (
    CardGiven,
    CardsDealt,
    CardsDiscarded,
    DealStarted,
    Event,
    KittyTaken,
)
from sergeantmajor.match import Match
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.view import Viewer


@dataclass(frozen=True)
class Dealt:
    """The cards of one deal, and what was done in it."""

    hands: Hands
    kitty: CardSet
    actions: tuple[tuple[Seat, Action], ...] = ()


@dataclass(frozen=True)
class World:
    """A match up to some moment: how it came about, where it stands, and its log."""

    start: Match
    deals: tuple[Dealt, ...]
    match: Match = field(compare=False)
    log: tuple[Event, ...] = field(compare=False)


def played(start: Match, deals: Iterable[Dealt]) -> World:
    """Play deals by the rules; `IllegalAction` if one of the actions is not."""
    deals = tuple(deals)
    match = start
    log: list[Event] = []
    for dealt in deals:
        step = matches.deal_cards(match, dealt.hands, dealt.kitty)
        log += step.events
        for seat, action in dealt.actions:
            step = matches.apply(step.match, seat, action)
            log += step.events
        match = step.match
    return World(start, deals, match, tuple(log))


def random_worlds(start: Match, rng: Random) -> Iterator[World]:
    """Yield a match after every step, for a passed deal (where there are passes) and two more."""
    deals: list[Dealt] = []
    match = start
    log: list[Event] = []
    while match.winners is None and match.played < start.played + 2:
        if match.phase is Phase.DEALING:
            held, kitty = shuffled(match.rules, rng)
            step = matches.deal_cards(match, held, kitty)
            deals.append(Dealt(held, kitty))
        else:
            seat, action = choose(match, rng)
            if match.phase is Phase.CONTRACT and len(deals) == 1 and match.passes_left:
                action = Announce(None)
            step = matches.apply(match, seat, action)
            deals[-1] = replace(deals[-1], actions=(*deals[-1].actions, (seat, action)))
        match = step.match
        log += step.events
        yield World(start, tuple(deals), match, tuple(log))


def noticed(event: Event, viewer: Viewer, rules: Rules) -> str:
    """
    Return what a viewer notices of an event, in words: the rules about sight, said once more.

    A seat sees its own cards; the declarer the kitty that he takes, and all with `kitty-open`; he
    alone the discard; the two who exchange both cards, others only that they did. All else is open.
    """
    match event:
        case CardsDealt(hands, _):
            return "dealt " + ("nothing" if viewer is None else str(hands[viewer]))
        case KittyTaken(seat, cards):
            return f"{seat} takes {cards if viewer == seat or rules.kitty_open else '?'}"
        case CardsDiscarded(seat, cards):
            return f"{seat} discards {cards if viewer == seat else '?'}"
        case CardGiven(up, down, card, back):
            return f"{up} {down} {(card, back) if viewer in (up, down) else '?'}"
        case _:
            return repr(event)


def cards_in(value: object) -> Iterator[Card]:
    """Yield every card inside a value: of a set, a tuple, an event, a view, however deep."""
    match value:
        case Card():
            yield value
        case CardSet():
            yield from value
        case tuple():
            for part in value:
                yield from cards_in(part)
        case _:
            for name in getattr(value, "__dataclass_fields__", ()):
                yield from cards_in(getattr(value, name))


def placed(world: World, number: int, viewer: Viewer) -> set[Card]:
    """Return the cards of one deal that a viewer has seen somewhere."""
    found: set[Card] = set()
    count = -1
    for event in world.log:
        count += isinstance(event, DealStarted)
        if count == number:
            shown = noticed(event, viewer, world.start.rules)
            visible = {card for card in cards_in(event) if "?" not in shown}
            if isinstance(event, CardsDealt):
                visible = set() if viewer is None else set(event.hands[viewer] or ())
            found |= visible
    return found


def exchanged(dealt: Dealt, swap: dict[Card, Card]) -> Dealt:
    """Return a deal in which cards have changed places, in the hands and in what was done."""

    def card(old: Card) -> Card:
        return swap.get(old, old)

    def cards(old: CardSet) -> CardSet:
        return CardSet(map(card, old))

    def action(old: Action) -> Action:
        match old:
            case Give(given):
                return Give(card(given))
            case Discard(laid):
                return Discard(cards(laid))
            case Play(shown):
                return Play(card(shown))
            case Draw() | Announce():
                return old

    one, two, three = map(cards, dealt.hands)
    actions = tuple((seat, action(old)) for seat, old in dealt.actions)
    return Dealt((one, two, three), cards(dealt.kitty), actions)


def other_world(world: World, viewer: Viewer, rng: Random) -> World | None:
    """Return a world that the viewer cannot tell from this one, or `None` if none was found."""
    rules = world.start.rules
    before = [noticed(event, viewer, rules) for event in world.log]
    found = world
    now, changes = len(world.deals) - 1, 0
    for _ in range(16):
        number = rng.choice((now, now, rng.randrange(now + 1)))
        unknown = sorted(set(rules.deck) - placed(world, number, viewer))
        if len(unknown) < 2 or changes == 2:
            continue
        one, two = rng.sample(unknown, 2)
        deals = list(found.deals)
        deals[number] = exchanged(deals[number], {one: two, two: one})
        try:
            candidate = played(found.start, deals)
        except IllegalAction:
            continue
        if candidate.log != found.log and before == [
            noticed(event, viewer, rules) for event in candidate.log
        ]:
            found, changes = candidate, changes + 1
    return None if found.log == world.log else found
