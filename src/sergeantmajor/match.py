"""
A match: a series of deals, with rotation, exchange rights, totals and an end.

`Match` is the whole truth, hidden cards included. States never change. `apply` carries out an
action and `deal_cards` brings the next cards; both return the new state with what happened, as
events.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from sergeantmajor import deal as deals
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import NO_CARDS, SEATS, Card, CardSet, Seat, Three
from sergeantmajor.deal import Deal, Hands, Used, with_seat
from sergeantmajor.errors import IllegalAction, IllegalEvent, Reason, Refusal
from sergeantmajor.events import (
    CardGiven,
    CardPlayed,
    CardsDealt,
    CardsDiscarded,
    ContractAnnounced,
    DealScored,
    DealStarted,
    Decision,
    Event,
    KittyTaken,
    MatchEnded,
    TrickTaken,
)
from sergeantmajor.frozen import changed
from sergeantmajor.rules import Contract, End, Phase, Rules, Ties

_NOTHING: Final = (0, 0, 0)


# Without slots: `changed` copies a dictionary far faster than so many slots.
@dataclass(frozen=True)
class Match:
    """
    The full state of a match.

    Attributes:
        rules: The rule set.
        declarer: Who declares in the deal under way, or in the next one.
        deal: The deal under way, `None` between two deals.
        dealt: Deals dealt so far, passed ones too.
        played: Deals played to the end so far.
        totals: Sums of the scores, by seat; they add up to 0.
        last: Scores of the last played deal; `None` before the first.
        used: Contracts announced by each seat, where the rule set allows each only once.
        passed: How often each seat has passed.
        winners: Who won, in rising order; `None` while the match goes on.
        by: What decided it; `None` while the match goes on.
    """

    rules: Rules
    declarer: Seat
    deal: Deal | None = None
    dealt: int = 0
    played: int = 0
    totals: Three = _NOTHING
    last: Three | None = None
    used: Used = ((), (), ())
    passed: Three = _NOTHING
    winners: tuple[Seat, ...] | None = None
    by: Decision | None = None

    @property
    def phase(self) -> Phase:
        """The phase now: `DEALING` between deals, `OVER` at the end."""
        if self.winners is not None:
            return Phase.OVER
        return Phase.DEALING if self.deal is None else self.deal.phase

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; `None` between deals and at the end."""
        return None if self.deal is None else self.deal.to_act

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """What the declarer of this or the next deal may announce."""
        used = self.used[self.declarer]
        return tuple(contract for contract in self.rules.contracts if contract not in used)

    @property
    def passes_left(self) -> int:
        """How often the declarer of this or the next deal may still pass."""
        return self.rules.passes - self.passed[self.declarer]


@dataclass(frozen=True, slots=True)
class Step:
    """
    What an action or a deal brought about.

    Attributes:
        match: The state after it.
        events: What happened, in order: first the decision, then what follows from it.
    """

    match: Match
    events: tuple[Event, ...]


def start_match(
    rules: Rules,
    declarer: Seat,
    *,
    totals: Three = _NOTHING,
    last: Three | None = None,
    used: tuple[tuple[Contract, ...], ...] = ((), (), ()),
    passed: Three = _NOTHING,
) -> Match:
    """
    Return a match before its first deal, or midway.

    Args:
        rules: The rule set.
        declarer: Who declares first.
        totals: Totals so far.
        last: Scores of the last played deal, which decide the first exchange.
        used: Contracts already announced, by seat (with `once`). They also tell how many deals
            were played; without `once`, `deals` counts from here.
        passed: Passes already used, by seat.

    Raises:
        ValueError: Scores that do not add up to 0, contracts or passes that the rules do not have,
            a match that has ended, or nothing left to announce.
    """
    _check_scores(rules, declarer, totals, last)
    _check_used(rules, used, passed)
    first, second, third = (tuple(sorted(contracts)) for contracts in used)
    played = len(first) + len(second) + len(third)
    match = Match(
        rules=rules,
        declarer=declarer,
        played=played,
        totals=totals,
        last=last,
        used=(first, second, third),
        passed=passed,
    )
    if not match.contracts:
        raise ValueError(f"seat {declarer:d} has no contract left to announce")
    return match


def _check_scores(rules: Rules, declarer: Seat, totals: Three, last: Three | None) -> None:
    targets = rules.targets_for(rules.previous(declarer))
    for name, three in (("totals", totals), ("last", last or _NOTHING)):
        if sum(three):
            raise ValueError(f"{name} {_signed(three)} add up to {sum(three):+d}: expected 0")
    if last is not None and any(
        not 0 <= score + target <= rules.hand_size
        for score, target in zip(last, targets, strict=True)
    ):
        raise ValueError(
            f"last {_signed(last)} cannot be scored with targets {'-'.join(map(str, targets))}"
        )
    if rules.points is not None and max(totals) >= rules.points:
        raise ValueError(f"the match is over: totals {_signed(totals)} reach {rules.points}")
    if rules.tricks is not None and last is not None:
        took = max(score + target for score, target in zip(last, targets, strict=True))
        if took >= rules.tricks:
            raise ValueError(f"the match is over: {took} tricks were taken in the last deal")


def _check_used(rules: Rules, used: tuple[tuple[Contract, ...], ...], passed: Three) -> None:
    for seat in SEATS:
        if len(set(used[seat])) != len(used[seat]) or not set(used[seat]) <= set(rules.contracts):
            letters = "".join(contract.letter for contract in used[seat])
            raise ValueError(f"used {letters} of seat {seat:d} are not contracts of the rule set")
        if used[seat] and not rules.once:
            raise ValueError("used contracts only count with once=yes")
        if not 0 <= passed[seat] <= rules.passes:
            raise ValueError(
                f"seat {seat:d} passed {passed[seat]} times: expected 0 to {rules.passes}"
            )
    played = sum(map(len, used))
    if rules.deals is not None and played >= rules.deals:
        raise ValueError(f"the match is over: {played} of {rules.deals} deals were played")


def _signed(three: Three) -> str:
    return ",".join(f"{number:+d}" if number else "0" for number in three)


def hands_of(rules: Rules, declarer: Seat, deck: Sequence[Card]) -> tuple[Hands, CardSet]:
    """
    Return the three hands and the kitty of a shuffled deck.

    Cards go one at a time in the direction of play, from the player after the dealer; the last
    ones are the kitty.
    """
    masks = [NO_CARDS, NO_CARDS, NO_CARDS]
    order = rules.order_from(rules.next(rules.seat_of(rules.dealer, declarer)))
    hand_cards = len(SEATS) * rules.hand_size
    for place, seat in enumerate(order):
        masks[seat] = CardSet(deck[place : hand_cards : len(SEATS)])
    return (masks[0], masks[1], masks[2]), CardSet(deck[hand_cards:])


def deal_cards(match: Match, hands: Hands, kitty: CardSet) -> Step:
    """
    Deal the next cards. Nobody else may choose them: this is for those who run the game.

    Raises:
        IllegalEvent: A deal is under way, the match is over, or the declarer of a match that was
            set up midway has no contract left.
        ValueError: The cards are not the deck of the rule set.
    """
    if match.phase is not Phase.DEALING:
        raise IllegalEvent(f"no cards can be dealt in phase {match.phase.value}")
    if not match.contracts:
        raise IllegalEvent(f"seat {match.declarer:d} has no contract left to announce")
    number = match.dealt + 1
    deal = deals.start_deal(
        match.rules,
        number,
        match.declarer,
        hands,
        kitty,
        last=match.last,
        contracts=match.contracts,
        passes_left=match.passes_left,
    )
    after = changed(match, deal=deal, dealt=number)
    events: list[Event] = [DealStarted(number, match.declarer), CardsDealt(hands, kitty)]
    return Step(after, tuple(events))


def reason_against(match: Match, seat: Seat, action: Action) -> Refusal | None:
    """Return why a seat may not do something now, `None` if it may; see `deal.reason_against`."""
    if match.deal is None:
        return Refusal(Reason.NOT_DEALT if match.winners is None else Reason.MATCH_OVER)
    return deals.reason_against(match.deal, seat, action)


def legal_actions(match: Match) -> tuple[Action, ...]:
    """Return every action open to the seat to act, lowest first; see `deal.legal_actions`."""
    return () if match.deal is None else deals.legal_actions(match.deal)


def apply(match: Match, seat: Seat, action: Action) -> Step:
    """
    Carry out an action. Always checked.

    Raises:
        IllegalAction: The rules refuse it; `refusal` says why.
    """
    before = match.deal
    if before is None:
        raise IllegalAction(reason_against(match, seat, action) or Refusal(Reason.NOT_DEALT))
    after = deals.apply(before, seat, action)
    events = [_decided(before, seat, action)]
    if before.kitty and not after.kitty:
        events.append(KittyTaken(before.declarer, before.kitty))
    if sum(after.won) > sum(before.won):
        events.append(TrickTaken(after.leader))
    if isinstance(action, Announce):
        match = _announced(match, seat, action.contract)
    if after.phase is not Phase.OVER:
        return Step(changed(match, deal=after), tuple(events))
    if after.passed:
        return Step(changed(match, deal=None), tuple(events))
    events.append(DealScored(after.scores))
    match = scored(match, after)
    if match.winners is not None and match.by is not None:
        events.append(MatchEnded(match.winners, match.by))
    return Step(match, tuple(events))


def _decided(deal: Deal, seat: Seat, action: Action) -> Event:
    match action:
        case Play(card):
            return CardPlayed(seat, card)
        case Give() | Draw():
            return CardGiven(*deals.exchanged(deal, action))
        case Announce(contract):
            return ContractAnnounced(seat, contract)
        case Discard(cards):
            return CardsDiscarded(seat, cards)
        case _:
            assert_never(action)


def _announced(match: Match, seat: Seat, contract: Contract | None) -> Match:
    if contract is None:
        return changed(match, passed=with_seat(match.passed, seat, match.passed[seat] + 1))
    if not match.rules.once:
        return match
    return changed(match, used=used_after(match.used, seat, contract))


def used_after(used: Used, seat: Seat, contract: Contract) -> Used:
    """Return the contracts announced, by seat, after one more (only with `once`)."""
    return with_seat(used, seat, tuple(sorted((*used[seat], contract))))


def scored(match: Match, deal: Deal) -> Match:
    """
    Return the match after a played deal: totals, rotation (R-ROT), and the test for the end.

    `apply` does this by itself. Only who follows a match without knowing all cards (the reader of
    a view's record) needs it: of the deal no more than `declarer`, `won` and `latest` is asked.
    """
    scores = deal.scores
    one, two, three = (total + score for total, score in zip(match.totals, scores, strict=True))
    match = changed(
        match,
        deal=None,
        declarer=match.rules.next(match.declarer),
        played=match.played + 1,
        totals=(one, two, three),
        last=scores,
    )
    verdict = _verdict(match, deal)
    return match if verdict is None else changed(match, winners=verdict[0], by=verdict[1])


def _verdict(match: Match, deal: Deal) -> tuple[tuple[Seat, ...], Decision] | None:
    """Return the winners and what decided, or `None` if the match goes on."""
    rules = match.rules
    if rules.end is End.TRICKS:
        assert rules.tricks is not None
        winners = tuple(seat for seat in SEATS if deal.won[seat] >= rules.tricks)
        return (winners, Decision.TRICKS) if winners else None
    if rules.end is End.POINTS:
        assert rules.points is not None
        if max(match.totals) < rules.points:
            return None
    elif match.played != rules.deals:
        return None
    best = max(match.totals)
    level = [seat for seat in SEATS if match.totals[seat] == best]
    if len(level) == 1:
        return tuple(level), Decision.TOTAL
    if rules.ties is Ties.SHARED:
        return tuple(level), Decision.SHARED
    most = max(deal.scores[seat] for seat in level)
    level = [seat for seat in level if deal.scores[seat] == most]
    if len(level) == 1:
        return tuple(level), Decision.UP
    return (max(level, key=lambda seat: deal.latest[seat]),), Decision.TRICK


def conclude(match: Match, winners: Iterable[Seat]) -> Step:
    """
    End a match early with the winners that the table declares: resigned, abandoned, out of time.

    Raises:
        IllegalEvent: The match is over already.
    """
    if match.winners is not None:
        raise IllegalEvent("the match is over already")
    event = MatchEnded(tuple(sorted(set(winners))), Decision.DECLARED)
    return Step(changed(match, deal=None, winners=event.winners, by=event.by), (event,))
