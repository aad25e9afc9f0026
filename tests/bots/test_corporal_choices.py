"""`corporal` before the play: what it gives and asks for, announces and lays away."""

from itertools import combinations

import pytest

from botgames import Spy, decision, game, play_on
from games import VARIED, cards
from sergeantmajor.actions import Announce, Discard, Draw, Give
from sergeantmajor.bots import bot_named
from sergeantmajor.bots.corporal_discard import choose_discard
from sergeantmajor.bots.worth import KEEPING_SEEN
from sergeantmajor.cards import SEATS, SUIT_MASKS, Card, CardSet, Seat, Suit
from sergeantmajor.events import CardGiven
from sergeantmajor.exchange import Debt
from sergeantmajor.knowledge import knowledge_of
from sergeantmajor.rules import Contract, Kitty, Phase, Rules
from sergeantmajor.view import View


def before_play(
    hand: str,
    phase: Phase,
    *,
    rules: str = "ten-points",
    declarer: Seat = Seat.ZERO,
    contract: Contract | None = None,
    debts: tuple[Debt, ...] = (),
    gives: tuple[CardGiven, ...] = (),
    used: str = "",
    passed: int = 0,
    played: int = 0,
) -> View:
    """Return the view of seat 0 in a phase before the play, with a dotted hand."""
    spent = tuple(found for found in Contract if found.letter in used)
    held = CardSet.parse(hand)
    return View(
        viewer=Seat.ZERO,
        rules=Rules.parse(rules),
        phase=phase,
        declarer=declarer,
        number=played + 1,
        played=played,
        used=(spent, (), ()),
        passed=(passed, 0, 0),
        dealt=held,
        hand=held,
        counts=(len(held), 16, 16),
        kitty_count=4 if len(held) == 16 else 0,
        debts=debts,
        gives=gives,
        contract=contract,
    )


def giving(hand: str, *gives: CardGiven, declarer: Seat = Seat.ZERO) -> View:
    """Return the view of seat 0 about to give a card to seat 1."""
    owed = (Debt(Seat.ZERO, Seat.ONE, 2),)
    return before_play(hand, Phase.EXCHANGE, debts=owed, gives=gives, declarer=declarer)


def announced(hand: str, **options: object) -> Contract | None:
    """Return what seat 0 announces with a hand."""
    view = before_play(hand, Phase.CONTRACT, **options)  # type: ignore[arg-type]
    action = decision(view)
    assert isinstance(action, Announce)
    return action.contract


def exchanges(text: str) -> list[tuple[View, Give | Draw]]:
    """Return the exchanges of corporals in matches under a rule set."""
    spies = [Spy(bot_named("corporal")) for _ in SEATS]
    for seed in range(6):
        play_on(game(Rules.parse(text), spies, seed), 12)
    return [
        (view, action)
        for spy in spies
        for view, action in spy.seen
        if isinstance(action, Give | Draw)
    ]


GIVING = [text for text in VARIED if "exchange=none" not in text]


@pytest.mark.parametrize("text", GIVING)
def test_no_card_that_comes_straight_back_while_a_better_one_is_held(text: str) -> None:
    """
    A card that cannot be answered is given only if no card can be.

    Another program's bot gave cards that came back for certain, and an ace above its own low ones.
    """
    found = exchanges(text)
    assert len(found) > 10
    for view, action in found:
        know = knowledge_of(view)
        assert view.hand is not None
        downs = [debt.down for debt in view.debts if debt.up == view.viewer]

        def may_answer(down: Seat, card: Card, view: View = view) -> bool:
            above = SUIT_MASKS[card.suit] & ~((card.bit << 1) - 1)
            return bool(knowledge_of(view).may_hold[down] & above)

        if isinstance(action, Give):
            assert action.card == view.hand.lowest(action.card.suit)
            useful = [card for card in view.hand if may_answer(view.debts[0].down, card)]
            assert may_answer(view.debts[0].down, action.card) or not useful
        else:
            lowest = view.hand.lowest(action.suit)
            assert lowest is not None
            useful_suits = [
                card
                for down in downs
                for suit in Suit
                if (card := view.hand.lowest(suit)) is not None and may_answer(down, card)
            ]
            assert may_answer(action.down, lowest) or not useful_suits
        assert know.unseen


def test_the_ace_of_trumps_to_be_is_asked_for() -> None:
    """The declarer gives from the long suit without its ace, which he will make trump."""
    assert Give(Card.parse("H2")) == decision(giving("AK2.KQJT982.AK2.AK2"))


def test_a_suit_that_was_emptied_is_not_asked_again() -> None:
    """After a low card came straight back, its suit is known to hold nothing higher there."""
    hand = "AK2.KQJT982.AK2.AK2"
    back = CardGiven(Seat.ZERO, Seat.ONE, *cards("H2"), *cards("H2"))
    action = decision(giving(hand, back))
    assert isinstance(action, Give)
    assert Suit.HEARTS is not action.card.suit


def test_a_hand_of_all_top_cards_gives_its_lowest() -> None:
    """Where every card comes straight back, the lowest card is given."""
    assert Give(Card.parse("C9")) == decision(giving("AKQJ.AKQJ.AK.AKQJT9"))


def test_the_player_who_may_hold_more_is_asked() -> None:
    """With `draw`, a player known to have nothing higher in any suit but one is not asked."""
    owed = (Debt(Seat.ZERO, Seat.ONE, 2), Debt(Seat.ZERO, Seat.TWO, 2))
    tops = tuple(
        CardGiven(Seat.ZERO, Seat.ONE, Card.parse(code), Card.parse(code))
        for code in ("S2", "H2", "D2", "C2")
    )
    view = before_play(
        "5432.5432.5432.5432",
        Phase.EXCHANGE,
        rules="fifteen-deals",
        contract=Contract.SPADES,
        debts=owed,
        gives=tops,
    )
    action = decision(view)
    assert isinstance(action, Draw)
    assert Seat.TWO is action.down


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("AKQJT98.A32.32.432", Contract.SPADES),
        ("32.AKJ987.A32.A5432", Contract.HEARTS),
        ("432.K2.AQT9876.A432", Contract.DIAMONDS),
        ("2.A32.A32.KQJT98765", Contract.CLUBS),
        # The longest suit even if it is small: the top cards beside it win as a plain suit too.
        ("8765432.AKQJ98.2.A2", Contract.SPADES),
    ],
)
def test_length_and_honours_choose_the_contract(hand: str, expected: Contract) -> None:
    """The long suit with honours is trump."""
    assert expected is announced(hand)


def test_no_trump_is_announced_with_top_cards_everywhere() -> None:
    """Sixteen top cards of four suits need no trump; a long suit does."""
    assert Contract.NO_TRUMP is announced("AKQJ.AKQJ.AKQJ.AKQJ", rules="fifteen-deals")
    assert Contract.SPADES is announced("AKQJT987.2.AK2.A432", rules="fifteen-deals")


def test_a_used_contract_is_not_chosen() -> None:
    """With `once`, the best suit is not open twice: the next best is taken."""
    hand = "KQJ987.QJT98.32.432"
    assert Contract.SPADES is announced(hand, rules="fifteen-deals", passed=1)
    assert Contract.HEARTS is announced(hand, rules="fifteen-deals", passed=1, used="S", played=3)


def test_a_contract_is_kept_for_a_better_hand() -> None:
    """
    With `once`, no trump goes with a hand for it, not with the first that comes.

    The last contract open is announced whatever the hand.
    """
    poor = "5432.5432.5432.5432"
    assert Contract.NO_TRUMP is not announced(poor, rules="fifteen-deals", passed=1)
    only = announced(poor, rules="fifteen-deals", passed=1, used="SHDC", played=12)
    assert Contract.NO_TRUMP is only


def test_a_poor_hand_passes_and_a_good_one_does_not() -> None:
    """While a pass is left, a hand far below the average is passed; a good one is played."""
    assert announced("5432.5432.5432.5432", rules="fifteen-deals") is None
    assert announced("AKQJT98.KQJ98.32.43", rules="fifteen-deals") is not None


def test_the_last_pass_is_worth_waiting_with_longer() -> None:
    """Who has more passes left is choosier: what passes with one pass passes with two."""
    rules = "fifteen-deals passes={}"
    hands = [
        "AT432.K432.Q43.J543",
        "KQ432.K432.Q43.J543",
        "AQ5432.K432.Q43.J54",
        "AK5432.K43.A43.J543",
    ]
    one, two = (
        [announced(hand, rules=rules.format(passes)) is None for hand in hands] for passes in (1, 5)
    )
    assert one <= two
    assert [True] * len(hands) != two or one != two


def test_rights_count_against_no_trump_where_it_cancels_them() -> None:
    """With `nt-cancels`, the exchange that no trump would cancel decides a close choice."""
    hand = "KQJ2.KQJ2.KQJ2.KQJ2"
    options = {"rules": "fifteen-deals", "passed": 1}
    up = (Debt(Seat.ZERO, Seat.ONE, 4),)
    down = (Debt(Seat.ONE, Seat.ZERO, 4),)
    assert Contract.NO_TRUMP is announced(hand, debts=down, **options)
    assert Contract.NO_TRUMP is not announced(hand, debts=up, **options)


def discarded(hand: str, contract: Contract, kitty: Kitty) -> CardSet:
    """Return the four cards laid away."""
    return CardSet.of_mask(choose_discard(CardSet.parse(hand).mask, contract, kitty, 4))


@pytest.mark.parametrize("kitty", Kitty)
def test_masters_and_trumps_are_kept(kitty: Kitty) -> None:
    """Small cards of plain suits go; no ace and no trump does while there are such."""
    laid = discarded("AKQJ98.A32.K43.A654", Contract.SPADES, kitty)
    assert laid <= cards("H2 H3 D3 D4 C4 C5 C6")
    assert 4 == len(laid)


def test_a_void_is_made_where_the_kitty_is_seen() -> None:
    """With many trumps, a short suit of small cards goes as a whole."""
    laid = discarded("AKQJ9876.432.AK432.AKQJ", Contract.SPADES, Kitty.SEEN)
    assert cards("H2 H3 H4") <= laid


def test_a_guarded_king_keeps_its_guard() -> None:
    """A king is not left bare while a longer suit of small cards can go."""
    laid = discarded("AKQJ98.K3.5432.AKQJT987", Contract.SPADES, Kitty.SEEN)
    assert cards("D2 D3 D4 D5") == laid


def test_a_discard_is_always_of_the_hand() -> None:
    """Even a hand of trumps alone lays away four of its own cards, the lowest."""
    assert cards("S2 S3 S4 S5") == discarded("AKQJT98765432...", Contract.SPADES, Kitty.BLIND)


@pytest.mark.parametrize("contract", [Contract.HEARTS, Contract.NO_TRUMP])
def test_the_discard_is_the_best_of_all_ways(contract: Contract) -> None:
    """Of all 4,845 choices of four cards, none leaves a hand that is worth more."""
    hand = CardSet.parse("AK532.KQ4.J9732.QJT8742")
    laid = choose_discard(hand.mask, contract, Kitty.SEEN, 4)
    best = max(
        KEEPING_SEEN.hand((hand - CardSet(four)).mask, contract) for four in combinations(hand, 4)
    )
    assert best == KEEPING_SEEN.hand(hand.mask & ~laid, contract)
    view = before_play(str(hand), Phase.DISCARD, rules="fifteen-deals", contract=contract)
    assert Discard(CardSet.of_mask(laid)) == decision(view)
