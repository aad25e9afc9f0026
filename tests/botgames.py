"""What the tests of bots share: games between bots, and views made by hand."""

from collections.abc import Iterator, Sequence
from random import Random

from games import cards, shuffled, trick_of
from sergeantmajor.actions import Action
from sergeantmajor.bots import bot_named
from sergeantmajor.cards import CARDS, Card, CardSet, Seat
from sergeantmajor.driver import Decider, Game
from sergeantmajor.match import start_match
from sergeantmajor.rules import Contract, Phase, Rules
from sergeantmajor.tricks import best_of
from sergeantmajor.view import Trick, View


class Spy:
    """A decider that asks another and keeps every view it was shown."""

    def __init__(self, decider: Decider) -> None:
        self.decider = decider
        self.name = decider.name
        self.seen: list[tuple[View, Action]] = []

    def decide(self, view: View, rng: Random) -> Action:
        """Ask, keep, answer."""
        action = self.decider.decide(view, rng)
        self.seen.append((view, action))
        return action


def random_decks(rules: Rules, seed: int) -> Iterator[tuple[Card, ...]]:
    """Yield shuffled decks."""
    rng = Random(seed)
    while True:
        deck = list(rules.deck)
        rng.shuffle(deck)
        yield tuple(deck)


def game(rules: Rules, deciders: Sequence[Decider | str], seed: int = 1) -> Game:
    """Return a match about to begin; bots may be given by name."""
    decks = random_decks(rules, seed)
    seats = [bot_named(one) if isinstance(one, str) else one for one in deciders]
    return Game(start_match(rules, Seat(seed % 3)), seats, lambda _: next(decks), seed)


def play_on(game: Game, deals: int) -> None:
    """Play a match to its end, or until so many deals have been dealt and played."""
    for _ in game.events():
        if game.match.deal is None and game.match.dealt >= deals:
            return


def playing(
    hand: str,
    trick: str = "",
    *,
    trump: str = "S",
    rules: str = "ten-points",
    gone: Sequence[str] = (),
    leader: int | None = None,
) -> View:
    """
    Return the view of seat 0 (no declarer), about to play a card in a deal under way.

    Args:
        hand: The cards it holds, one by one.
        trick: The cards on the table.
        trump: The contract's letter.
        rules: The rule set, played clockwise.
        gone: Complete tricks played before, each with its leader: `1 SA S2 S3`.
        leader: Who led to the trick on the table; by default so that seat 0 is to act.
    """
    table = trick_of(trick)
    led_by = Seat(-len(table) % 3) if leader is None else Seat(leader)
    contract = next(contract for contract in Contract if contract.letter == trump)
    parsed = Rules.parse(rules)
    tricks = []
    for line in gone:
        first, *codes = line.split()
        played = tuple(Card.parse(code) for code in codes)
        winner = parsed.order_from(Seat.parse(first))[best_of(played, contract.trump)]
        tricks.append(Trick(Seat.parse(first), played, winner))
    held = cards(hand)
    counts = [len(held)] * 3
    for seat in parsed.order_from(led_by)[: len(table)]:
        counts[seat] -= 1
    return View(
        viewer=Seat.ZERO,
        rules=parsed,
        phase=Phase.PLAY,
        declarer=Seat.ONE,
        number=1,
        dealt=held,
        hand=held,
        counts=(counts[0], counts[1], counts[2]),
        contract=contract,
        leader=led_by,
        trick=table,
        tricks=tuple(tricks),
    )


def decision(view: View, bot: str = "corporal", seed: int = 1) -> Action:
    """Return what a bot does."""
    return bot_named(bot).decide(view, Random(seed))


def holding(text: str) -> CardSet:
    """Return a dotted hand."""
    return CardSet.parse(text)


__all__ = [
    "CARDS",
    "Spy",
    "decision",
    "game",
    "holding",
    "play_on",
    "playing",
    "random_decks",
    "shuffled",
]
