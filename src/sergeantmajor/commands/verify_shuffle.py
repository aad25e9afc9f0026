"""The command `verify-shuffle`: deal the cards of a finished match again from its secret."""

import argparse
import sys
from typing import Final

from sergeantmajor.commands.files import opened, unreadable
from sergeantmajor.commands.status import FOUND, UNUSABLE
from sergeantmajor.events import CardsDealt, DealStarted
from sergeantmajor.match import hands_of
from sergeantmajor.notation import Fault, Record, read_records
from sergeantmajor.shuffle import Shuffle

NEEDED: Final = ("Match", "Commit", "Secret")
"""Tags without which there is nothing to check; the players' bytes may be none."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of `sergeantmajor`."""
    parser = subparsers.add_parser(
        "verify-shuffle",
        help="check that the cards of a finished match were dealt as committed",
        description=(
            "Check that the Secret of each match is the one behind its Commit, and deal all its"
            " cards and the first declarer again from it."
        ),
        epilog=(
            "Exit status: 0 all as committed, 1 something was not, 2 a file could not be read or"
            " lacks the tags."
        ),
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record; - is standard input")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check all files; the worst status of them."""
    return max(_verify(name) for name in arguments.files)


def _verify(name: str) -> int:
    status = 0
    matches = 0
    try:
        with opened(name) as stream:
            for match in read_records(stream, name):
                matches += 1
                status = max(status, _check(name, match))
    except BrokenPipeError:
        raise
    except OSError as error:
        return unreadable(name, error)
    if not matches:
        print(f"{name}: there is no match in it", file=sys.stderr)
        return UNUSABLE
    return status


def _check(name: str, record: Record | Fault) -> int:
    """Check one match and say what was found; return the exit status."""
    if isinstance(record, Fault):
        print(record, file=sys.stderr)
        return FOUND
    where = f"{name}:{record.line}: match {record.number}"
    if not record.full:
        print(f"{where} shows no more than a seat has seen: expected all cards", file=sys.stderr)
        return UNUSABLE
    missing = [key for key in NEEDED if record.tag(key) is None]
    if missing:
        lacking = " and ".join(missing)
        print(f"{where} has no tag {lacking}: there is nothing to check", file=sys.stderr)
        return UNUSABLE
    wrong = differences(record)
    for found in wrong:
        print(f"{where}: {found}", file=sys.stderr)
    if wrong:
        return FOUND
    deals = "1 deal" if record.deals == 1 else f"{record.deals} deals"
    how = drawn(record)
    declarer = "secret, first declarer" if how is None else "secret"
    besides = "" if how is None else f"; {how}"
    print(
        f"{name}: match {record.number} ({record.tag('Match')}): {declarer} and {deals}"
        f" as committed{besides}"
    )
    return 0


def drawn(record: Record) -> str | None:
    """Return why the first declarer was not drawn by lot, `None` if he was."""
    if record.tag("Declarer") == "picked":
        return "the first declarer was picked, not drawn"
    if "declarer=" in (record.tag("SetUp") or ""):
        return "the first declarer was set up, not drawn"
    return None


def differences(record: Record) -> list[str]:
    """
    Return what of a full record with the needed tags is not as its secret deals it.

    Each is a sentence; none means that secret, first declarer and all cards are as committed.
    """
    shuffle = Shuffle(
        bytes.fromhex(record.tag("Secret") or ""),
        record.tag("Match") or "",
        (_added(record, 0), _added(record, 1), _added(record, 2)),
    )
    wrong = []
    commit = (record.tag("Commit") or "").lower()
    if shuffle.commit != commit:
        wrong.append(f"the secret's SHA-256 is {shuffle.commit}, expected the commit {commit}")
    number = 0
    declarer = record.start.declarer
    for event in record.events:
        if isinstance(event, DealStarted):
            number, declarer = event.number, event.declarer
            if number == 1 and drawn(record) is None and declarer is not shuffle.declarer():
                wrong.append(
                    f"the first declarer is seat {declarer:d}, expected seat"
                    f" {shuffle.declarer():d}, which the secret draws"
                )
        elif isinstance(event, CardsDealt):
            deck = shuffle.deck(number, record.rules.deck)
            if (event.hands, event.kitty) != hands_of(record.rules, declarer, deck):
                wrong.append(f"the cards of deal {number} are not those that the secret deals")
    return wrong


def _added(record: Record, seat: int) -> bytes:
    return bytes.fromhex(record.tag(f"Bytes{seat}") or "")
