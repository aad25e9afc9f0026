"""The judge's refusals as sentences of a record's reader: what was wrong, what was expected."""

from typing import Final

from sergeantmajor.cards import Seat
from sergeantmajor.deal import Deal
from sergeantmajor.errors import Reason, Refusal


def sentence(refusal: Refusal, deal: Deal, seat: Seat) -> str:
    """
    Return a refusal of an action that belongs to the phase and to the seat to act.

    Args:
        refusal: What the judge said.
        deal: The deal it was asked about.
        seat: The seat whose action was refused.
    """
    return f"seat {seat:d} {_said(refusal, deal, seat)}"


def _said(refusal: Refusal, deal: Deal, seat: Seat) -> str:
    params = refusal.params
    match refusal.reason:
        case Reason.MUST_FOLLOW | Reason.MUST_TRUMP | Reason.MUST_BEAT as reason:
            held = " ".join(reversed(params["held"].split()))
            return f"must {_DUTIES[reason]}: holds {held}, played {params['card']}"
        case Reason.NOT_HELD:
            return f"does not hold {params['card']}: holds {deal.hands[seat]}"
        case Reason.SUIT_NOT_HELD:
            return f"holds no {params['suit']} to give: holds {deal.hands[seat]}"
        case Reason.CONTRACT_USED:
            return f"has announced {params['contract']} before: expected {_open(deal)}"
        case Reason.NOT_A_CONTRACT:
            return f"cannot announce {params['contract']} by these rules: expected {_open(deal)}"
        case Reason.NO_PASS_LEFT:
            return f"has no pass left: expected {_open(deal)}"
        case Reason.WRONG_COUNT:
            return f"lays away {params['count']} cards: expected {params['expected']}"
        case reason:
            # Turn and phase are the order of lines, checked before the judge is asked.
            raise AssertionError(f"seat {seat:d}: {reason}")


_DUTIES: Final = {
    Reason.MUST_FOLLOW: "follow suit",
    Reason.MUST_TRUMP: "play a trump",
    Reason.MUST_BEAT: "beat",
}


def _open(deal: Deal) -> str:
    """Return what may be announced, in words."""
    letters = [contract.letter for contract in deal.contracts]
    return " or ".join([*letters, "pass"] if deal.passes_left else letters)
