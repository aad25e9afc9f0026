"""The rules of card play said a second time, in the page's words and with plain sets of cards."""

from sergeantmajor.cards import Card, CardSet, Seat, Suit
from sergeantmajor.deal import Deal
from sergeantmajor.rules import Rules


def winner_in_words(trick: tuple[Card, ...], trump: Suit | None) -> int:
    """Highest trump wins, else the highest card of the suit led: the place of that card."""
    trumps = [card for card in trick if card.suit == trump]
    contenders = trumps or [card for card in trick if card.suit == trick[0].suit]
    return trick.index(max(contenders, key=lambda card: card.rank))


def allowed_in_words(
    hand: CardSet, trick: tuple[Card, ...], card: Card, trump: Suit | None, rules: Rules
) -> bool:
    """
    Return whether a card of a hand may be played, said once more, by sets and the page's words.

    "A player who holds the suit led must play it; one who does not may play anything."
    "must-trump: void in the suit led and holding trump, play a trump; nothing at no trump."
    "must-beat: following suit, play higher than the best card of that suit in the trick if you
    can, unless a plain-suit trick has already been trumped; when you play a trump, overtrump if
    you can, else any trump; it alone never forces a trump."
    """
    if not trick:
        return True
    led = trick[0].suit
    following = {each for each in hand if each.suit == led}
    trumps = {each for each in hand if each.suit == trump}
    trumped = {each for each in trick if each.suit == trump}
    if following and card not in following:
        return False
    if rules.must_trump and not following and trumps and card not in trumps:
        return False
    if not rules.must_beat:
        return True
    plain_trick_trumped = led != trump and bool(trumped)
    if card in following and not plain_trick_trumped:
        to_beat = {each for each in trick if each.suit == led}
    elif card in trumps and card not in following:
        to_beat = trumped
    else:
        return True
    same = {each for each in hand if each.suit == card.suit}
    beating = {each for each in same if all(each.rank > other.rank for other in to_beat)}
    return card in beating or not beating


def sequences_in_words(deal: Deal, length: int) -> int:
    """Return how many ways there are to play so many more cards."""
    assert deal.contract is not None
    trump = deal.contract.trump
    step = 1 if deal.rules.direction == "cw" else 2

    def count(
        hands: tuple[frozenset[Card], ...], leader: Seat, trick: tuple[Card, ...], left: int
    ) -> int:
        if left == 0:
            return 1
        if len(trick) == 3:
            winner = Seat((leader + step * winner_in_words(trick, trump)) % 3)
            return count(hands, winner, (), left)
        turn = (leader + step * len(trick)) % 3
        hand = hands[turn]
        total = 0
        for card in hand:
            if allowed_in_words(CardSet(hand), trick, card, trump, deal.rules):
                rest = tuple(held - {card} for held in hands)
                total += count(rest, leader, (*trick, card), left - 1)
        return total

    hands = tuple(frozenset(hand) for hand in deal.hands)
    return count(hands, deal.leader, deal.trick, length)
