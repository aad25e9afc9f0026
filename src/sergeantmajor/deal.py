"""
One deal: its state, its phases, and the judge of every action.

`Deal` is the whole truth of a deal, hidden cards included: only those who run a game hold one.
States never change; `apply` returns the next one. `reason_against` is the single judge: the list
of legal actions and the checked `apply` both follow it.

Rule ids (R-PLAY-2 and the like) are those of docs/rules.md.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeVar, assert_never

from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import NO_CARDS, SEATS, SUIT_MASKS, Card, CardSet, Seat, Suit, Three
from sergeantmajor.errors import IllegalAction, Reason, Refusal
from sergeantmajor.exchange import Debt, debts_after, debts_of
from sergeantmajor.frozen import changed
from sergeantmajor.rules import Contract, Exchange, Kitty, Phase, Rules
from sergeantmajor.tricks import best_of, playable

Hands = tuple[CardSet, CardSet, CardSet]
"""One set of cards for each seat."""
Used = tuple[tuple[Contract, ...], tuple[Contract, ...], tuple[Contract, ...]]
"""By seat: the contracts announced, in the order S H D C N."""
Value = TypeVar("Value")


# Without slots: `changed` copies a dictionary far faster than so many slots.
@dataclass(frozen=True)
class Deal:
    """
    The full state of one deal, hidden cards included.

    Attributes:
        rules: The rule set.
        number: Counts from 1 every deal dealt in the match, passed ones too.
        declarer: The seat with the highest target.
        hands: The cards each seat holds now.
        kitty: The cards in the middle, face down; empty once taken.
        discard: What the declarer laid away.
        phase: The phase now; `OVER` after a pass or the last trick.
        debts: What is still to be exchanged, in order. With `draw` the up player of the first
            one chooses among his own.
        contracts: What the declarer may announce in this deal.
        passes_left: How often the declarer may still pass in this match.
        contract: What was announced; `None` before, and after a pass.
        leader: Who leads, or led, to the trick on the table.
        trick: The cards on the table, in the order played: 0 to 2.
        won: Tricks taken, by seat.
        latest: By seat, the number of the last trick taken (from 1), 0 if none.
    """

    rules: Rules
    number: int
    declarer: Seat
    hands: Hands
    kitty: CardSet
    discard: CardSet
    phase: Phase
    debts: tuple[Debt, ...]
    contracts: tuple[Contract, ...]
    passes_left: int
    contract: Contract | None
    leader: Seat
    trick: tuple[Card, ...]
    won: Three
    latest: Three

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; `None` when the deal is over."""
        phase = self.phase
        if phase is Phase.PLAY:
            return self.rules.order_from(self.leader)[len(self.trick)]
        if phase is Phase.EXCHANGE:
            return self.debts[0].up
        return None if phase is Phase.OVER else self.declarer

    @property
    def trump(self) -> Suit | None:
        """The trump suit; `None` at no trump, and before the contract."""
        return None if self.contract is None else self.contract.trump

    @property
    def passed(self) -> bool:
        """Whether the declarer passed: the cards are dealt again."""
        return self.phase is Phase.OVER and self.contract is None

    @property
    def scores(self) -> Three:
        """Tricks less target, by seat; final when the deal is over, and adding up to 0 then."""
        targets = self.rules.targets_for(self.declarer)
        first, second, third = (
            took - target for took, target in zip(self.won, targets, strict=True)
        )
        return first, second, third


def with_seat(
    three: tuple[Value, Value, Value], seat: Seat, value: Value
) -> tuple[Value, Value, Value]:
    """Return three values, one for each seat, with another one for a seat."""
    first, second, third = three
    if seat == 0:
        return value, second, third
    return (first, value, third) if seat == 1 else (first, second, value)


def start_deal(
    rules: Rules,
    number: int,
    declarer: Seat,
    hands: Hands,
    kitty: CardSet,
    *,
    last: Three | None = None,
    contracts: tuple[Contract, ...] | None = None,
    passes_left: int = 0,
) -> Deal:
    """
    Return a deal whose cards have just been dealt.

    Args:
        rules: The rule set.
        number: Which deal of the match it is, from 1.
        declarer: The seat with the highest target.
        hands: The cards dealt, `rules.hand_size` to each seat.
        kitty: The rest of the deck.
        last: Scores of the last played deal: they decide the exchange.
        contracts: What the declarer may still announce; by default all of the rule set.
        passes_left: How often he may still pass.

    Raises:
        ValueError: The hands and the kitty are not the deck of the rule set.
    """
    cards = NO_CARDS
    for part in (*hands, kitty):
        cards |= part
    sizes = [len(hand) for hand in hands]
    if cards != rules.deck or sizes != [rules.hand_size] * 3 or len(kitty) != rules.kitty_size:
        raise ValueError(
            f"hands of {sizes} cards and a kitty of {len(kitty)} are no deal of {len(rules.deck)}"
            f" different cards: expected three hands of {rules.hand_size}"
            f" and a kitty of {rules.kitty_size}"
        )
    deal = Deal(
        rules=rules,
        number=number,
        declarer=declarer,
        hands=hands,
        kitty=kitty,
        discard=NO_CARDS,
        phase=Phase.DEALING,
        debts=debts_of(rules, declarer, last),
        contracts=rules.contracts if contracts is None else contracts,
        passes_left=passes_left,
        contract=None,
        leader=rules.seat_of(rules.lead, declarer),
        trick=(),
        won=(0, 0, 0),
        latest=(0, 0, 0),
    )
    return _next_phase(deal)


def phase_after(rules: Rules, phase: Phase, debts: tuple[Debt, ...]) -> Phase:
    """
    Return the next phase that has something to do (options `phases`, `kitty`).

    Args:
        rules: The rule set.
        phase: The phase that is done; `DEALING` for a deal that begins.
        debts: What is to be exchanged.
    """
    order = (Phase.DEALING, *rules.phases.phases, Phase.PLAY)
    idle = {Phase.EXCHANGE: not debts, Phase.DISCARD: not rules.kitty_size}
    return next(later for later in order[order.index(phase) + 1 :] if not idle.get(later))


def _next_phase(deal: Deal) -> Deal:
    """Enter the next phase; with a seen kitty, the declarer takes it at the discard's start."""
    deal = changed(deal, phase=phase_after(deal.rules, deal.phase, deal.debts))
    takes = deal.phase is Phase.DISCARD and deal.rules.kitty is Kitty.SEEN
    return _take_kitty(deal) if takes else deal


def _take_kitty(deal: Deal) -> Deal:
    hand = deal.hands[deal.declarer] | deal.kitty
    return changed(deal, hands=with_seat(deal.hands, deal.declarer, hand), kitty=NO_CARDS)


_PHASE_OF: Final = {
    Give: Phase.EXCHANGE,
    Draw: Phase.EXCHANGE,
    Announce: Phase.CONTRACT,
    Discard: Phase.DISCARD,
    Play: Phase.PLAY,
}


def reason_against(deal: Deal, seat: Seat, action: Action) -> Refusal | None:
    """
    Return why a seat may not do something now, or `None` if it may.

    The single judge. It looks at the hand of `seat` alone and at what the whole table has seen,
    so its answer may be shown to that seat. Constant time.
    """
    turn = deal.to_act
    if turn is None:
        return Refusal(Reason.NOT_DEALT)
    if seat != turn:
        return Refusal(Reason.NOT_YOUR_TURN, {"seat": str(int(turn))})
    kind = type(action)
    if _PHASE_OF[kind] is not deal.phase or (
        deal.phase is Phase.EXCHANGE and (kind is Give) != (deal.rules.exchange is Exchange.GIVE)
    ):
        return Refusal(Reason.WRONG_PHASE, {"phase": deal.phase.value})
    match action:
        case Play(card):
            return _against_play(deal, deal.hands[seat].mask, card)
        case Give(card):
            return None if card in deal.hands[seat] else _not_held(card)
        case Draw(down, suit):
            if not any(debt.up == seat and debt.down == down for debt in deal.debts):
                return Refusal(Reason.NOT_OWING, {"down": str(int(down))})
            if not deal.hands[seat].of(suit):
                return Refusal(Reason.SUIT_NOT_HELD, {"suit": suit.letter})
            return None
        case Announce(contract):
            return _against_announce(deal, contract)
        case Discard(cards):
            return _against_discard(deal, deal.hands[seat], cards)
        case _:
            assert_never(action)


def _not_held(card: Card) -> Refusal:
    return Refusal(Reason.NOT_HELD, {"card": card.code})


def _against_announce(deal: Deal, contract: Contract | None) -> Refusal | None:
    """R-CONTRACTS, R-ONCE, R-PASSES: a contract that is open, or a pass while one is left."""
    if contract is None:
        if deal.passes_left:
            return None
        return Refusal(Reason.NO_PASS_LEFT, {"passes": str(deal.rules.passes)})
    if contract in deal.contracts:
        return None
    used = contract in deal.rules.contracts
    return Refusal(
        Reason.CONTRACT_USED if used else Reason.NOT_A_CONTRACT, {"contract": contract.letter}
    )


def _against_discard(deal: Deal, hand: CardSet, cards: CardSet) -> Refusal | None:
    """R-KITTY: as many as the kitty holds, all from the hand."""
    if len(cards) != deal.rules.kitty_size:
        return Refusal(
            Reason.WRONG_COUNT,
            {"expected": str(deal.rules.kitty_size), "count": str(len(cards))},
        )
    for card in cards - hand:
        return _not_held(card)
    return None


def _against_play(deal: Deal, held: int, card: Card) -> Refusal | None:
    if not held & card.bit:
        return _not_held(card)
    if not deal.trick or _playable(deal, held) & card.bit:
        return None
    led = deal.trick[0].suit
    follow = held & SUIT_MASKS[led]
    if follow and card.suit is not led:
        return Refusal(
            Reason.MUST_FOLLOW,
            {"suit": led.letter, "card": card.code, "held": _codes(follow)},
        )
    trump = deal.trump
    if not follow and card.suit is not trump:
        assert trump is not None
        return Refusal(
            Reason.MUST_TRUMP,
            {"suit": trump.letter, "card": card.code, "held": _codes(held & SUIT_MASKS[trump])},
        )
    beating = _playable(deal, held) & SUIT_MASKS[card.suit]
    return Refusal(Reason.MUST_BEAT, {"card": card.code, "held": _codes(beating)})


def _codes(mask: int) -> str:
    return " ".join(card.code for card in CardSet.of_mask(mask))


def _playable(deal: Deal, held: int) -> int:
    return playable(deal.rules, deal.trick, deal.trump, held)


def is_legal(deal: Deal, seat: Seat, action: Action) -> bool:
    """Return whether a seat may do something now."""
    return reason_against(deal, seat, action) is None


def legal_actions(deal: Deal) -> tuple[Action, ...]:
    """
    Return every action open to the seat to act, lowest first.

    The order is part of the interface: cards by index, seats before suits, contracts S H D C N
    and then the pass, discards by their lowest card first. Empty when the deal is over. Reveals
    the hand: show it to no other seat.

    Returns:
        1 to 16 actions, but while discarding 1,820 (blind) or 4,845 (seen).
    """
    seat = deal.to_act
    if seat is None:
        return ()
    hand = deal.hands[seat]
    if deal.phase is Phase.PLAY:
        return tuple(Play(card) for card in CardSet.of_mask(_playable(deal, hand.mask)))
    if deal.phase is Phase.DISCARD:
        size = deal.rules.kitty_size
        return tuple(Discard(CardSet(cards)) for cards in combinations(hand, size))
    if deal.phase is Phase.CONTRACT:
        passes = (Announce(None),) if deal.passes_left else ()
        return (*(Announce(contract) for contract in deal.contracts), *passes)
    if deal.rules.exchange is Exchange.GIVE:
        return tuple(Give(card) for card in hand)
    downs = sorted(debt.down for debt in deal.debts if debt.up == seat)
    return tuple(Draw(down, suit) for down in downs for suit in Suit if hand.of(suit))


def exchanged(deal: Deal, action: Give | Draw) -> tuple[Seat, Seat, Card, Card]:
    """
    Return who exchanges what by a legal action: up, down, the card that goes, the card back.

    R-EXCH-3: back comes the highest card of the suit that the down player holds, if it is higher;
    else the card itself.
    """
    up = deal.debts[0].up
    if isinstance(action, Give):
        down, card = deal.debts[0].down, action.card
    else:
        lowest = deal.hands[up].lowest(action.suit)
        assert lowest is not None, "a suit that is not held was named"
        down, card = action.down, lowest
    highest = deal.hands[down].highest(card.suit)
    back = highest if highest is not None and highest.index > card.index else card
    return up, down, card, back


def apply(deal: Deal, seat: Seat, action: Action) -> Deal:
    """
    Return the state after an action. Always checked.

    Raises:
        IllegalAction: The rules refuse it; `refusal` says why.
    """
    refusal = reason_against(deal, seat, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    match action:
        case Play(card):
            return _play(deal, seat, card)
        case Give() | Draw():
            return _exchange(deal, action)
        case Announce(contract):
            if contract is None:
                return changed(deal, phase=Phase.OVER)
            debts = () if deal.rules.cancels_exchange(contract) else deal.debts
            return _next_phase(changed(deal, contract=contract, debts=debts))
        case Discard(cards):
            hands = with_seat(deal.hands, seat, deal.hands[seat] - cards)
            deal = changed(deal, hands=hands, discard=cards)
            return _next_phase(_take_kitty(deal) if deal.kitty else deal)
        case _:
            assert_never(action)


def _exchange(deal: Deal, action: Give | Draw) -> Deal:
    up, down, card, back = exchanged(deal, action)
    given, returned = CardSet((card,)), CardSet((back,))
    hands = with_seat(deal.hands, up, deal.hands[up] - given | returned)
    hands = with_seat(hands, down, deal.hands[down] - returned | given)
    if card is back:
        hands = deal.hands
    deal = changed(deal, hands=hands, debts=debts_after(deal.debts, up, down))
    return deal if deal.debts else _next_phase(deal)


def _play(deal: Deal, seat: Seat, card: Card) -> Deal:
    hands = with_seat(deal.hands, seat, CardSet.of_mask(deal.hands[seat].mask ^ card.bit))
    trick = (*deal.trick, card)
    if len(trick) < len(SEATS):
        return changed(deal, hands=hands, trick=trick)
    winner = deal.rules.order_from(deal.leader)[best_of(trick, deal.trump)]
    won = with_seat(deal.won, winner, deal.won[winner] + 1)
    return changed(
        deal,
        hands=hands,
        trick=(),
        leader=winner,
        won=won,
        latest=with_seat(deal.latest, winner, sum(won)),
        phase=Phase.PLAY if hands[0] else Phase.OVER,
    )


assert set(_PHASE_OF) == set(Action.__args__), "every kind of action belongs to a phase"
