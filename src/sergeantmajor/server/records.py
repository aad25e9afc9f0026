"""The record of a match for download: what one seat saw, or all of it once the match is over."""

from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.events import MatchEnded
from sergeantmajor.notation import make_record, write_record
from sergeantmajor.server.store import Log
from sergeantmajor.shuffle import Shuffle
from sergeantmajor.view import see


def record_of(log: Log, seat: Seat, shuffle: Shuffle) -> str:
    """
    Return a match as a record.

    Until the result it holds what the seat has seen, and the hash of the shuffle's secret; after
    it the whole log, and the secret, by which everybody can deal the cards again.
    """
    opening, rules = log.opening, log.opening.rules
    tags = {"Date": opening.opened[:10], "Match": opening.match}
    for place, person in zip(SEATS, opening.persons, strict=True):
        tags[f"Seat{place:d}"] = person.bot or person.name
    tags["Commit"] = shuffle.commit
    if opening.picked:
        tags["Declarer"] = "picked"
    if any(isinstance(event, MatchEnded) for event in log.events):
        tags["Secret"] = opening.secret.hex()
        return write_record(make_record(rules, log.events, tags=tags))
    seen = (see(event, seat, rules) for event in log.events)
    return write_record(make_record(rules, seen, tags=tags, view=seat))
