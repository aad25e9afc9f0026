"""
One-line positions, for command lines, tests and bug reports.

    ten-points phase=play declarer=0 contract=S leader=1 trick=C3,C2 won=2,0,1 hands=AK3..T4.Q/…/…

First the rules as a record writes them, then fields. A position shows all cards: it is for those
who may see them. It does not say which deal of the match it is, nor who took which trick: where
equal totals would be decided by the latest trick, only the last one counts.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sergeantmajor import deal as deals
from sergeantmajor.actions import Play
from sergeantmajor.cards import NO_CARDS, SEATS, Card, CardSet, Seat, Three
from sergeantmajor.deal import Deal, Hands
from sergeantmajor.errors import ParseError, RulesError
from sergeantmajor.exchange import Debt, debts_of
from sergeantmajor.match import Match, start_match
from sergeantmajor.notation.lines import LONGEST_LINE, quoted
from sergeantmajor.notation.sentences import sentence
from sergeantmajor.notation.set_up import parse_counts, parse_scores, parse_used, standing
from sergeantmajor.rules import Contract, Exchange, Kitty, Phase, Rules

FIELDS: Final = (
    "phase",
    "declarer",
    "contract",
    "leader",
    "trick",
    "won",
    "owed",
    "used",
    "passed",
    "totals",
    "last",
    "hands",
    "kitty",
    "discard",
)
"""Every field, in the order in which it is written."""

_WHOLE_GAME: Final = (4, 13, 16, 4)
"""Suits, ranks, cards in a hand and in the kitty."""
_PHASES: Final = {
    phase.value: phase for phase in (Phase.EXCHANGE, Phase.CONTRACT, Phase.DISCARD, Phase.PLAY)
}


def write_position(match: Match) -> str:
    """
    Return the state of a deal under way as one line; fields that don't apply are left out.

    Raises:
        ValueError: No deal is under way, or the game was shrunk, which no text can say.
    """
    deal = match.deal
    if deal is None:
        raise ValueError(f"a match in phase {match.phase.value} has no position: no deal is on")
    rules = match.rules
    if (rules.suits, rules.ranks, rules.hand_size, rules.kitty_size) != _WHOLE_GAME:
        raise ValueError("a shrunk game has no position: its text would be that of the whole one")
    words = [str(rules), f"phase={deal.phase.value}", f"declarer={deal.declarer:d}"]
    if deal.contract is not None:
        words.append(f"contract={deal.contract.letter}")
    if deal.phase is Phase.PLAY:
        words.append(f"leader={deal.leader:d}")
        if deal.trick:
            words.append(f"trick={','.join(card.code for card in deal.trick)}")
        if any(deal.won):
            words.append(f"won={','.join(map(str, deal.won))}")
    if deal.debts:
        words.append(f"owed={_owed(deal.debts)}")
    words += sorted(standing(match), key=lambda word: FIELDS.index(word.partition("=")[0]))
    words.append(f"hands={'/'.join(map(str, deal.hands))}")
    words += [f"{name}={cards}" for name, cards in _laid(deal) if cards]
    return " ".join(words)


def _laid(deal: Deal) -> Sequence[tuple[str, CardSet]]:
    return ("kitty", deal.kitty), ("discard", deal.discard)


def parse_position(text: str) -> Match:
    """
    Return the state that one line describes.

    The rules come first, then `phase=`, then the other fields in any order. Before play all cards
    of the deck must be placed. In play, hands may be smaller than the tricks taken would leave
    them, if they are equal before the trick, and the discard may be left out. The deal counts as
    the first one, unless contracts used and passes tell better.

    Raises:
        ParseError: What is wrong and what was expected, in one sentence.
    """
    if len(text) > LONGEST_LINE:
        raise ParseError(f"a position has at most {LONGEST_LINE:,} characters, got {len(text):,}")
    words = [word for word in text.replace("\t", " ").split(" ") if word]
    # `kitty` is a rule's name as well as a field's: the phase parts them.
    first = next((place for place, word in enumerate(words) if word.startswith("phase=")), None)
    if first is None:
        raise ParseError(f"{quoted(text)} is no position: expected rules, then phase=")
    try:
        rules = Rules.parse(" ".join(words[:first]))
    except RulesError as error:
        raise ParseError(str(error)) from None
    return _Reading(rules, _fields(words[first:])).match()


def _fields(words: Sequence[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in FIELDS:
            raise ParseError(
                f"{quoted(word)} is no field of a position: expected one of"
                f" {', '.join(field + '=' for field in FIELDS)}"
            )
        if name in fields:
            raise ParseError(f"the field {name} stands twice")
        fields[name] = value
    return fields


class _Reading:
    """The fields of one position, on their way to a match."""

    def __init__(self, rules: Rules, fields: dict[str, str]) -> None:
        self._rules = rules
        self._fields = fields
        phase = _PHASES.get(fields["phase"])
        if phase is None:
            raise ParseError(
                f"{quoted(fields['phase'])} is no phase of a position: expected"
                f" {' or '.join(_PHASES)}"
            )
        self._phase = phase
        self._order = (*rules.phases.phases, Phase.PLAY)
        self._declarer = Seat.parse(self._needed("declarer"))

    def match(self) -> Match:
        """Return the match; `ParseError` if the fields don't make one."""
        contract = self._contract()
        start = self._start(contract)
        leader, won = self._play_fields()
        hands, kitty, discard = self._cards()
        number = start.played + sum(start.passed) + 1
        latest = [0, 0, 0]
        if won[leader]:
            latest[leader] = sum(won)
        deal = Deal(
            rules=self._rules,
            number=number,
            declarer=self._declarer,
            hands=hands,
            kitty=kitty,
            discard=discard,
            phase=self._phase,
            debts=self._debts(contract, start.last),
            contracts=start.contracts,
            passes_left=start.passes_left,
            contract=contract,
            leader=leader,
            trick=(),
            won=won,
            latest=(latest[0], latest[1], latest[2]),
        )
        if self._phase is Phase.PLAY:
            deal = self._with_trick(deal)
        used = start.used
        if contract is not None and self._rules.once:
            one, two, three = (
                tuple(sorted((*before, contract))) if seat is self._declarer else before
                for seat, before in zip(SEATS, used, strict=True)
            )
            used = (one, two, three)
        return replace(start, deal=deal, dealt=number, used=used)

    def _needed(self, name: str) -> str:
        if name not in self._fields:
            raise ParseError(f"the field {name} is missing: expected {name}= in phase {self._now}")
        return self._fields[name]

    def _absent(self, name: str) -> None:
        if name in self._fields:
            raise ParseError(f"the field {name} means nothing in phase {self._now}: expected none")

    @property
    def _now(self) -> str:
        return self._phase.value

    def _after(self, phase: Phase) -> bool:
        """Return whether the phase now comes after another one."""
        return self._order.index(self._phase) > self._order.index(phase)

    def _contract(self) -> Contract | None:
        if not self._after(Phase.CONTRACT):
            self._absent("contract")
            return None
        letter = self._needed("contract")
        for contract in self._rules.contracts:
            if contract.letter == letter:
                return contract
        letters = " or ".join(contract.letter for contract in self._rules.contracts)
        raise ParseError(f"{quoted(letter)} is no contract of these rules: expected {letters}")

    def _start(self, contract: Contract | None) -> Match:
        """Return the match before this deal; `used` may or may not name its contract yet."""
        fields = self._fields
        used = list(parse_used(fields.get("used", ",,")))
        if contract is not None:
            used[self._declarer] = tuple(c for c in used[self._declarer] if c is not contract)
        try:
            return start_match(
                self._rules,
                self._declarer,
                totals=parse_scores("totals", fields.get("totals", "0,0,0")),
                last=parse_scores("last", fields["last"]) if "last" in fields else None,
                used=tuple(used),
                passed=parse_counts("passed", fields.get("passed", "0,0,0")),
            )
        except ParseError:
            raise
        except ValueError as error:
            raise ParseError(str(error)) from None

    def _play_fields(self) -> tuple[Seat, Three]:
        """Return leader and tricks taken; before play nobody has taken any."""
        if self._phase is Phase.PLAY:
            won = parse_counts("won", self._fields.get("won", "0,0,0"))
            return Seat.parse(self._needed("leader")), won
        for name in ("leader", "trick", "won"):
            self._absent(name)
        return self._rules.seat_of(self._rules.lead, self._declarer), (0, 0, 0)

    def _cards(self) -> tuple[Hands, CardSet, CardSet]:
        """Return hands, kitty and discard, after a check of how many there are of each."""
        rules, takes = self._rules, self._order.index(Phase.DISCARD)
        now = self._order.index(self._phase)
        discarding = self._phase is Phase.DISCARD
        parts = self._needed("hands").split("/")
        if len(parts) != len(SEATS):
            raise ParseError(f"{len(parts)} hands: expected three, parted by /")
        one, two, three = map(CardSet.parse, parts)
        hands = (one, two, three)
        lies = now < takes or (discarding and rules.kitty is Kitty.BLIND)
        kitty = self._laid("kitty", applies=lies, needed=lies)
        laid = self._after(Phase.DISCARD)
        discard = self._laid("discard", applies=laid, needed=laid and self._phase is not Phase.PLAY)
        _check_different(*hands, kitty, discard)
        if self._phase is not Phase.PLAY:
            for seat, hand in zip(SEATS, hands, strict=True):
                more = discarding and not lies and seat is self._declarer
                expected = rules.hand_size + rules.kitty_size * more
                if len(hand) != expected:
                    raise ParseError(
                        f"seat {seat:d} holds {len(hand)} cards: expected {expected} in phase"
                        f" {self._now}"
                    )
        return hands, kitty, discard

    def _laid(self, name: str, *, applies: bool, needed: bool) -> CardSet:
        """Return the kitty or the discard, of which there are all cards or none."""
        if not applies:
            self._absent(name)
        if not needed and name not in self._fields:
            return NO_CARDS
        cards = CardSet.parse(self._needed(name))
        if len(cards) != self._rules.kitty_size:
            raise ParseError(
                f"the {name} has {len(cards)} cards: expected {self._rules.kitty_size}"
            )
        return cards

    def _debts(self, contract: Contract | None, last: Three | None) -> tuple[Debt, ...]:
        """Return what is owed, after a check that the last deal can have left it."""
        rules = self._rules
        cancelled = contract is Contract.NO_TRUMP and rules.nt_cancels
        if rules.exchange is Exchange.NONE or cancelled or self._after(Phase.EXCHANGE):
            self._absent("owed")
            return ()
        exchanging = self._phase is Phase.EXCHANGE
        text = self._needed("owed") if exchanging else self._fields.get("owed")
        debts = () if text is None else tuple(map(_debt, text.split(",")))
        if last is not None:
            whole = debts_of(rules, self._declarer, last)
            if not _may_remain(debts, whole, rules, begun=exchanging):
                raise ParseError(
                    f"owed={text or ''} does not follow from the last deal: expected"
                    f" {_owed(whole) or 'nothing'}" + (", or what is left of it" * exchanging)
                )
        return debts

    def _with_trick(self, deal: Deal) -> Deal:
        """Return a deal in play with the cards on the table played by those whose turn it was."""
        trick = [Card.parse(code) for code in self._fields.get("trick", "").split(",") if code]
        if len(trick) >= len(SEATS):
            raise ParseError(f"{len(trick)} cards in the trick: expected at most two")
        players = deal.rules.order_from(deal.leader)[: len(trick)]
        hands = list(deal.hands)
        for seat, card in zip(players, trick, strict=True):
            _check_different(*hands, deal.discard, CardSet((card,)))
            hands[seat] |= CardSet((card,))
        sizes = [len(hand) for hand in hands]
        if len(set(sizes)) != 1 or not sizes[0]:
            raise ParseError(f"hands of {sizes} cards before the trick: expected equal ones")
        left = deal.rules.hand_size - sum(deal.won)
        if sizes[0] > left:
            raise ParseError(
                f"hands of {sizes[0]} cards after {sum(deal.won)} tricks: expected at most {left}"
            )
        self._check_leader(deal, whole=sizes[0] == left)
        deal = replace(deal, hands=(hands[0], hands[1], hands[2]))
        for seat, card in zip(players, trick, strict=True):
            refusal = deals.reason_against(deal, seat, Play(card))
            if refusal is not None:
                raise ParseError(sentence(refusal, deal, seat))
            deal = deals.apply(deal, seat, Play(card))
        return deal

    def _check_leader(self, deal: Deal, *, whole: bool) -> None:
        """Check that a position of a whole deal has a leader who can have come to lead."""
        if not whole:
            return
        first = deal.rules.seat_of(deal.rules.lead, deal.declarer)
        if not sum(deal.won) and deal.leader is not first:
            raise ParseError(f"leader={deal.leader:d} before the first trick: expected {first:d}")
        if sum(deal.won) and not deal.won[deal.leader]:
            raise ParseError(
                f"leader={deal.leader:d} has taken no trick: expected the winner of the last one"
            )


_DEBT: Final = re.compile(r"([012])>([012])x([1-9]|1[0-6])")


def _debt(text: str) -> Debt:
    match = _DEBT.fullmatch(text)
    if match is None or match[1] == match[2]:
        raise ParseError(f"{quoted(text)} is not owed: expected UP>DOWNxCOUNT, as 1>2x3")
    return Debt(Seat(int(match[1])), Seat(int(match[2])), int(match[3]))


def _owed(debts: Sequence[Debt]) -> str:
    return ",".join(f"{debt.up:d}>{debt.down:d}x{debt.count}" for debt in debts)


def _may_remain(debts: Sequence[Debt], whole: Sequence[Debt], rules: Rules, *, begun: bool) -> bool:
    """
    Return whether of all that is to be exchanged this may be left.

    One player completes his exchanges before the next one starts (R-EXCH); with `give`, he also
    completes those with one player before he turns to the other.
    """
    if not begun:
        return list(debts) == list(whole)
    draws = rules.exchange is Exchange.DRAW
    first = debts[0]
    left = {(debt.up, debt.down): debt.count for debt in debts}
    expected = []
    reached = False
    for debt in whole:
        count = left.get((debt.up, debt.down), 0)
        under_way = debt.up is first.up and (draws or debt.down is first.down)
        if under_way:
            count = min(count, debt.count)
        elif reached:
            count = debt.count
        else:
            count = 0
        reached = reached or under_way
        if count:
            expected.append(Debt(debt.up, debt.down, count))
    return expected == list(debts)


def _check_different(*sets: CardSet) -> None:
    seen = NO_CARDS
    for cards in sets:
        for card in cards & seen:
            raise ParseError(f"{card} stands twice: expected different cards")
        seen |= cards
