"""What a view implies: never wrong, and as much as the rules allow to conclude."""

from dataclasses import replace
from random import Random

import pytest

from botgames import Spy, game, play_on, playing
from games import VARIED, cards
from sergeantmajor.actions import Action
from sergeantmajor.bots import bot_named
from sergeantmajor.cards import SEATS, SUIT_MASKS, CardSet, Rank, Seat, Suit
from sergeantmajor.driver import Game
from sergeantmajor.events import CardGiven
from sergeantmajor.knowledge import knowledge_of
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.view import View


class Auditor(Spy):
    """A spy that also keeps the truth at each decision."""

    def __init__(self, name: str) -> None:
        super().__init__(bot_named(name))
        self.truth: list[tuple[View, tuple[CardSet, ...], CardSet]] = []
        self.game: Game | None = None

    def decide(self, view: View, rng: Random) -> Action:
        """Keep the view beside the true hands and what lies face down."""
        assert self.game is not None
        deal = self.game.match.deal
        assert deal is not None
        self.truth.append((view, deal.hands, deal.kitty | deal.discard))
        return super().decide(view, rng)


def audited(text: str, deals: int) -> list[tuple[View, tuple[CardSet, ...], CardSet]]:
    """Return the views of many decisions, with the true hands and what lay face down."""
    auditors = [Auditor("random") for _ in SEATS]
    running = game(Rules.parse(text), auditors, seed=9)
    for auditor in auditors:
        auditor.game = running
    play_on(running, deals)
    return [entry for auditor in auditors for entry in auditor.truth]


@pytest.mark.parametrize("text", VARIED)
def test_what_is_concluded_is_true(text: str) -> None:
    """In every decision under many rule sets, each true hand is among what the seat may hold."""
    for view, hands, face_down in audited(text, 6):
        know = knowledge_of(view)
        viewer = view.viewer
        assert viewer is not None
        others = CardSet.of_mask(know.unseen)
        hidden = face_down if view.discard is None else face_down - view.discard
        assert others == (hidden | hands[viewer.left] | hands[viewer.right])
        assert know.hidden == len(hidden)
        for seat in SEATS:
            assert hands[seat] <= CardSet.of_mask(know.may_hold[seat])
        assert know.may_hold[viewer] == hands[viewer].mask


def test_who_does_not_follow_is_void() -> None:
    """R-PLAY-2: a seat that did not follow hearts may hold no heart from then on."""
    view = playing("SA HA", gone=["0 H2 HK C3"])
    know = knowledge_of(view)
    assert 0 == know.may_hold[2] & SUIT_MASKS[Suit.HEARTS]
    # Seat 1 followed, and may hold every heart that was not seen.
    assert cards("H3 H4 H5 H6 H7 H8 H9 HT HJ HQ").mask == (
        know.may_hold[1] & SUIT_MASKS[Suit.HEARTS]
    )


def test_who_follows_low_under_must_beat_has_nothing_higher() -> None:
    """Option `must-beat`: following under the best card shows that none higher is held."""
    plain = playing("SA HA", gone=["0 HT H9 HJ"])
    beating = playing("SA HA", gone=["0 HT H9 HJ"], rules="ten-points must-beat=yes")
    higher = cards("HQ HK").mask
    assert higher == knowledge_of(plain).may_hold[1] & higher
    assert 0 == knowledge_of(beating).may_hold[1] & higher
    assert higher == knowledge_of(beating).may_hold[2] & higher


def test_who_follows_under_a_ruff_shows_nothing() -> None:
    """Option `must-beat`: once a plain trick is trumped, a low card shows nothing about higher."""
    view = playing("SA HA", gone=["0 HT S9 H2"], rules="ten-points must-beat=yes")
    higher = cards("HQ HK").mask
    assert higher == knowledge_of(view).may_hold[2] & higher


def test_who_throws_a_plain_card_under_must_trump_has_no_trump() -> None:
    """Option `must-trump`: a void seat that did not trump has none."""
    view = playing("SA HA", gone=["0 H2 HK C3"], rules="ten-points must-trump=yes")
    know = knowledge_of(view)
    assert 0 == know.may_hold[2] & SUIT_MASKS[Suit.SPADES]
    assert 0 != know.may_hold[1] & SUIT_MASKS[Suit.SPADES]


def test_who_undertrumps_under_must_beat_has_no_higher_trump() -> None:
    """Option `must-beat`: a lower trump on a ruffed trick shows that none higher is held."""
    view = playing("DA HA", gone=["0 H2 S9 S3"], rules="ten-points must-beat=yes")
    trumps = knowledge_of(view).may_hold[2] & SUIT_MASKS[Suit.SPADES]
    assert cards("S2 S4 S5 S6 S7 S8").mask == trumps


def test_a_returned_card_was_the_highest() -> None:
    """R-EXCH-3: what came back bounds the down player's suit, the seat that saw it knows that."""
    spies = [Spy(bot_named("greedy")) for _ in SEATS]
    running = game(Rules.parse("ten-points"), spies, seed=6)
    play_on(running, 12)
    bounded = 0
    for view, _ in (entry for spy in spies for entry in spy.seen):
        for given in view.gives:
            if given.back is None or given.up != view.viewer or given.down == view.declarer:
                continue
            may = knowledge_of(view).may_hold[given.down] & SUIT_MASKS[given.back.suit]
            assert may < given.back.bit << 1
            bounded += given.back.rank < Rank.KING and view.phase is Phase.PLAY
    assert bounded > 0


def test_a_taken_kitty_ends_what_was_known_of_the_declarer() -> None:
    """The declarer may have drawn anything from a kitty taken after the exchange."""
    view = playing("SA D5")
    diamonds = SUIT_MASKS[Suit.DIAMONDS]
    assert Seat.ONE is view.declarer
    from_declarer = CardGiven(Seat.ZERO, Seat.ONE, *cards("D2 D5"))
    know = knowledge_of(replace(view, gives=(from_declarer,)))
    assert diamonds & ~cards("D5").mask == know.may_hold[1] & diamonds
    from_third = CardGiven(Seat.ZERO, Seat.TWO, *cards("D2 D5"))
    know = knowledge_of(replace(view, gives=(from_third,)))
    assert cards("D2 D3 D4").mask == know.may_hold[2] & diamonds


def test_a_drawn_card_was_the_lowest() -> None:
    """With `draw`, the down player sees the up player's lowest: nothing lower is left there."""
    view = playing("SA HA", rules="ten-points exchange=draw")
    # Seat 2 drew for diamonds: the five came, the queen went.
    given = CardGiven(Seat.TWO, Seat.ZERO, *cards("D5 DQ"))
    may = knowledge_of(replace(view, gives=(given,))).may_hold[2] & SUIT_MASKS[Suit.DIAMONDS]
    assert may & cards("D2 D3 D4").mask == 0
    assert may & cards("D6").mask


def test_an_open_kitty_is_with_the_declarer() -> None:
    """Option `kitty-open`: the cards shown may be with the declarer and with nobody else."""
    view = replace(
        playing("SA HA", rules="ten-points kitty-open=yes"), kitty=CardSet.parse("..AKQJ.")
    )
    know = knowledge_of(view)
    kitty = CardSet.parse("..AKQJ.").mask
    assert kitty == know.may_hold[1] & kitty
    assert 0 == know.may_hold[2] & kitty
