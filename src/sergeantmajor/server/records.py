"""The record of a match for download: what one seat saw, or all of it once the match is over."""

from sergeantmajor.cards import Seat
from sergeantmajor.server.store import Log
from sergeantmajor.shuffle import Shuffle


def record_of(log: Log, seat: Seat, shuffle: Shuffle) -> str:
    """
    Return a match as a record.

    Until the result it holds what the seat has seen, and the hash of the shuffle's secret; after
    it the whole log, and the secret, by which everybody can deal the cards again.
    """
    raise NotImplementedError
