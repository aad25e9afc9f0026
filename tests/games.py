"""What many tests need: deals made by hand, matches played at random, every action there is."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import CARDS, NO_CARDS, SEATS, Card, CardSet, Seat, Suit, Three
from sergeantmajor.deal import Deal, Hands
from sergeantmajor.events import Event
from sergeantmajor.exchange import Debt
from sergeantmajor.match import Match, Step
from sergeantmajor.rules import Contract, Phase, Rules

PRESET_NAMES = ("ten-points", "fifteen-deals", "classic")

# Rule sets that between them switch every option away from some preset at least once.
VARIED = (
    *PRESET_NAMES,
    "ten-points must-trump=yes must-beat=yes kitty-open=yes passes=2",
    "ten-points exchange=draw phases=CXK kitty=seen contracts=SHDCN nt-cancels=yes order-up=last",
    "fifteen-deals phases=CXK exchange=give order-up=most order-down=most kitty-open=yes deals=9",
    "fifteen-deals kitty=blind direction=cw dealer=declarer lead=second ties=played deals=6",
    "classic targets=9-5-2 phases=CKX order-down=last must-beat=yes direction=ccw",
    "classic exchange=none contracts=N end=deals deals=5 ties=shared must-trump=yes lead=declarer",
)


def small(rules: Rules, hand: int = 4, kitty: int = 2) -> Rules:
    """Return the rule set on a small deck: two suits of seven ranks, four cards each, two left."""
    cards = 3 * hand + kitty
    suits = next(count for count in (2, 3, 4, 1) if cards % count == 0 and cards // count <= 13)
    targets = (hand - hand // 4, hand // 4, 0)
    return replace(
        rules,
        suits=suits,
        ranks=cards // suits,
        hand_size=hand,
        kitty_size=kitty,
        targets=targets,
    )


def cards(text: str) -> CardSet:
    """Return the set of some cards written one by one: `SA H3`."""
    return CardSet(Card.parse(code) for code in text.split())


def hands(text: str) -> Hands:
    """Return three dotted hands, parted by `/`, as in positions."""
    one, two, three = (CardSet.parse(part) for part in text.split("/"))
    return one, two, three


def trick_of(text: str) -> tuple[Card, ...]:
    """Return cards in the order written: `S2 SA`."""
    return tuple(Card.parse(code) for code in text.split())


def position(
    rules: Rules | str,
    held: str | Hands,
    *,
    phase: Phase = Phase.PLAY,
    declarer: Seat = Seat.ZERO,
    contract: Contract | None = Contract.SPADES,
    leader: Seat = Seat.ZERO,
    trick: str = "",
    kitty: str = "...",
    debts: tuple[Debt, ...] = (),
    contracts: tuple[Contract, ...] | None = None,
    passes_left: int = 0,
    won: Three = (0, 0, 0),
) -> Deal:
    """Return a state in the middle of a deal, of any number of cards."""
    if isinstance(rules, str):
        rules = Rules.parse(rules)
    return Deal(
        rules=rules,
        number=1,
        declarer=declarer,
        hands=hands(held) if isinstance(held, str) else held,
        kitty=CardSet.parse(kitty),
        discard=NO_CARDS,
        phase=phase,
        debts=debts,
        contracts=rules.contracts if contracts is None else contracts,
        passes_left=passes_left,
        contract=contract,
        leader=leader,
        trick=trick_of(trick),
        won=won,
        latest=(0, 0, 0),
    )


def shuffled(rules: Rules, rng: Random) -> tuple[Hands, CardSet]:
    """Return the hands and the kitty of one random deal."""
    deck = list(rules.deck)
    rng.shuffle(deck)
    size = rules.hand_size
    one, two, three = (CardSet(deck[seat * size : (seat + 1) * size]) for seat in range(3))
    return (one, two, three), CardSet(deck[3 * size :])


def choose(match: Match, rng: Random) -> tuple[Seat, Action]:
    """Return who is to act and a random legal action, without listing thousands of discards."""
    seat, deal = match.to_act, match.deal
    assert seat is not None
    assert deal is not None
    if deal.phase is Phase.DISCARD:
        held = list(deal.hands[seat])
        return seat, Discard(CardSet(rng.sample(held, match.rules.kitty_size)))
    return seat, rng.choice(matches.legal_actions(match))


def next_step(match: Match, rng: Random) -> Step:
    """Return what a random deal, or a random action of the seat to act, brings about."""
    if match.phase is Phase.DEALING:
        return matches.deal_cards(match, *shuffled(match.rules, rng))
    return matches.apply(match, *choose(match, rng))


def walk(match: Match, rng: Random, *, deals: int | None = None) -> Iterator[Step]:
    """Yield every step of a match played at random to its end, or for so many played deals."""
    end = None if deals is None else match.played + deals
    while match.winners is None and (end is None or match.played < end):
        step = next_step(match, rng)
        yield step
        match = step.match


def play_out(match: Match, rng: Random) -> tuple[Match, list[Event]]:
    """Return the end of a match played at random, with its whole log."""
    log: list[Event] = []
    for step in walk(match, rng):
        log += step.events
        match = step.match
    return match, log


def play_to_the_end(rules: Rules, rng: Random) -> None:
    """Play a match at random; somebody can act in every state, and it ends."""
    match = matches.start_match(rules, rng.choice(SEATS))
    while match.winners is None:
        assert match.dealt < 1_000, "the match does not end"
        if match.phase is Phase.DEALING:
            match = matches.deal_cards(match, *shuffled(rules, rng)).match
        assert match.to_act is not None
        if match.phase is not Phase.DISCARD:
            assert matches.legal_actions(match)
        match = matches.apply(match, *choose(match, rng)).match
    assert match.winners
    assert match.to_act is None


def short(rules: Rules) -> Rules:
    """Return the rule set on fourteen cards; three or all four tricks of a deal win a match."""
    rules = small(rules, 4, 2)
    return rules if rules.tricks is None else replace(rules, tricks=3 + (rules.tricks > 9))


def after_deals(rules: Rules, rng: Random, scores: Three | None = None) -> Match:
    """Return a match between two deals, in which the last deal was scored as given or at random."""
    declarer = rng.choice(SEATS)
    targets = rules.targets_for(rules.previous(declarer))
    limit = rules.tricks or rules.hand_size + 1
    while scores is None:
        cuts = sorted(rng.randrange(rules.hand_size + 1) for _ in range(2))
        won = (cuts[0], cuts[1] - cuts[0], rules.hand_size - cuts[1])
        if max(won) < limit:
            one, two, three = (took - target for took, target in zip(won, targets, strict=True))
            scores = (one, two, three)
    return matches.start_match(rules, declarer, last=scores)


def every_action(match: Match, rng: Random) -> list[Action]:
    """Return every action that can be written, legal or not; of discards, a few of each kind."""
    rules = match.rules
    some = [
        CardSet(rng.sample(CARDS, count))
        for count in {0, 1, rules.kitty_size, rules.kitty_size + 1}
    ]
    if match.deal is not None:
        some += [
            CardSet(rng.sample(list(hand), rules.kitty_size))
            for hand in (*match.deal.hands, rules.deck)
            if len(hand) >= rules.kitty_size
        ]
    return [
        *(Play(card) for card in CARDS),
        *(Give(card) for card in CARDS),
        *(Draw(seat, suit) for seat in SEATS for suit in Suit),
        *(Announce(contract) for contract in (*Contract, None)),
        *(Discard(laid) for laid in some),
    ]


def action(text: str) -> Action:
    """Return the action that `str` of an action writes: `draw 2 H`, `announce pass`."""
    kind, *words = text.split(" ")
    match kind, words:
        case "play", [card]:
            return Play(Card.parse(card))
        case "give", [card]:
            return Give(Card.parse(card))
        case "draw", [down, suit]:
            return Draw(Seat.parse(down), Suit.parse(suit))
        case "announce", ["pass"]:
            return Announce(None)
        case "announce", [letter]:
            return Announce(Contract("SHDCN".index(letter)))
        case "discard", [laid]:
            return Discard(CardSet.parse(laid))
    raise ValueError(text)
