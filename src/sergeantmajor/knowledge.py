"""
What a view implies: which cards are out, who is void, who may hold what.

Sets of cards are masks in the layout of `CardSet.mask`, since those who ask are in a hurry. All of
it follows from the view for certain; nothing here is a guess.
"""

from dataclasses import dataclass

from sergeantmajor.cards import FULL_DECK, SEATS, SUIT_MASKS, Card, Seat
from sergeantmajor.rules import Exchange, Phase, PhaseOrder
from sergeantmajor.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """
    What a seat can conclude from its view. For its eyes only.

    Attributes:
        unseen: Mask of the cards that are neither in the viewer's hand, nor played, nor laid away
            by him: they are in the others' hands, in the kitty, or in somebody's discard.
        may_hold: By seat, a mask of the cards that may be in its hand; the viewer's own hand for
            himself.
        hidden: How many of the unseen cards are in nobody's hand: face-down kitty or discard.
    """

    unseen: int
    may_hold: tuple[int, int, int]
    hidden: int


def knowledge_of(view: View) -> Knowledge:
    """
    Return what follows from a seat's view in the deal under way.

    Used are: cards that did not follow suit (R-PLAY-2, and what `must-trump` and `must-beat` add),
    the highest cards that came back in the exchanges of the viewer (R-EXCH-3), and a kitty that
    was shown. Linear in the cards played.

    Args:
        view: The view of a seat that holds cards.
    """
    viewer, hand = view.viewer, view.hand
    assert viewer is not None, "a watcher holds nothing"
    assert hand is not None, "only a seat with a hand knows more than the table"
    own = hand.mask | (view.discard.mask if view.discard is not None else 0)
    lacks = _exchanged(view, viewer)
    played = _played(view, lacks)
    unseen = view.rules.deck.mask & ~own & ~played
    may_hold = [unseen & ~lacks[seat] for seat in SEATS]
    may_hold[viewer] = hand.mask
    if view.kitty is not None and viewer != view.declarer:
        for seat in SEATS:
            if seat not in (viewer, view.declarer):
                may_hold[seat] &= ~view.kitty.mask
    in_hands = sum(view.counts) - view.counts[viewer]
    return Knowledge(unseen, (may_hold[0], may_hold[1], may_hold[2]), unseen.bit_count() - in_hands)


def _exchanged(view: View, viewer: Seat) -> list[int]:
    """
    Return masks of what each seat cannot hold by the exchanges that the viewer saw.

    The down player returned his highest card of a suit, or had none above the one he got: his top
    can only sink in further exchanges. With `draw`, the up player gave his lowest: his bottom can
    only rise. A kitty taken afterwards ends what is known of the declarer.
    """
    lacks = [0, 0, 0]
    draws = view.rules.exchange is Exchange.DRAW
    for given in view.gives:
        if given.card is None or given.back is None:
            continue
        suit = SUIT_MASKS[given.card.suit]
        if given.up == viewer:
            lacks[given.down] |= suit & _above(given.back)
        elif draws:
            lacks[given.up] |= suit & (given.card.bit - 1)
    kitty_later = view.rules.phases is not PhaseOrder.CONTRACT_KITTY_EXCHANGE
    if kitty_later and view.phase is Phase.PLAY:
        lacks[view.declarer] = 0
    return lacks


def _played(view: View, lacks: list[int]) -> int:
    """Return a mask of the cards played, and add to `lacks` what the plays show."""
    rules = view.rules
    contract = view.contract
    trump = None if contract is None else contract.trump
    trumps = 0 if trump is None else SUIT_MASKS[trump]
    played = 0
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick:
        tricks.append((view.leader, view.trick))
    order = {seat: rules.order_from(seat) for seat in SEATS}
    for leader, cards in tricks:
        led = cards[0].suit
        top = cards[0]
        ruff: Card | None = None
        for seat, card in zip(order[leader], cards, strict=False):
            played |= card.bit
            if card.suit is led:
                if card.index >= top.index:
                    top = card
                elif rules.must_beat and ruff is None:
                    lacks[seat] |= SUIT_MASKS[led] & _above(top)
                continue
            lacks[seat] |= SUIT_MASKS[led]
            if card.suit is trump:
                if ruff is None or card.index > ruff.index:
                    ruff = card
                elif rules.must_beat:
                    lacks[seat] |= trumps & _above(ruff)
            elif rules.must_trump:
                lacks[seat] |= trumps
    return played


def _above(card: Card) -> int:
    """Return a mask of every index above a card's."""
    return FULL_DECK.mask & ~((card.bit << 1) - 1)
