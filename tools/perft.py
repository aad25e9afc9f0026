#!/usr/bin/env python3
"""
Count the action sequences from a position: perft, the rules' check sum.

    tools/perft.py POSITION DEPTH     the counts of one position, depth by depth
    tools/perft.py --write            the golden files of the tests again: positions and counts

A line of the files is an id, a depth, the number of sequences of exactly that length in this
deal, and the position. Whoever writes the rules a second time counts them again.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scripted import Script
from sergeantmajor.cards import Three
from sergeantmajor.deal import Deal, apply, legal_actions
from sergeantmajor.errors import ParseError
from sergeantmajor.notation.position import parse_position, write_position
from sergeantmajor.rules import Contract, Phase, Rules

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden" / "perft"


class Line(NamedTuple):
    """One line of a perft file."""

    name: str
    depth: int
    sequences: int
    position: str

    def __str__(self) -> str:
        return f"{self.name} {self.depth} {self.sequences} {self.position}"


def perft(deal: Deal, depth: int) -> int:
    """Return how many sequences of so many actions there are; those that end earlier are none."""
    actions = legal_actions(deal)
    if depth <= 1:
        return len(actions) if depth else 1
    seat = deal.to_act
    if seat is None:
        return 0
    return sum(perft(apply(deal, seat, action), depth - 1) for action in actions)


def read(path: Path) -> list[Line]:
    """Return the lines of a file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, depth, count, position = line.split(" ", 3)
            found.append(Line(name, int(depth), int(count), position))
    return found


class Case(NamedTuple):
    """A position to be made by a scripted match, and the depths to count."""

    name: str
    rules: str
    depths: tuple[int, ...]
    phase: Phase = Phase.CONTRACT
    last: Three | None = None
    cards: int = 16
    contract: Contract | None = None

    def position(self) -> str:
        """Return the position's line."""
        script = Script(self.name, Rules.parse(self.rules), self.last)
        return write_position(script.reach(self.phase, self.cards, self.contract))


OPENINGS = [
    Case("ten-points", "ten-points", (1, 2, 3)),
    Case("ten-points-seen", "ten-points kitty=seen", (1, 2, 3)),
    Case("ten-points-discard", "ten-points", (1, 2), Phase.DISCARD),
    Case("fifteen-deals", "fifteen-deals", (1, 2, 3)),
    Case("fifteen-deals-no-pass", "fifteen-deals passes=0", (1, 2)),
    Case("fifteen-deals-blind", "fifteen-deals kitty=blind", (1, 2)),
    Case("fifteen-deals-discard", "fifteen-deals", (1, 2), Phase.DISCARD),
    Case("classic", "classic", (1, 2)),
    Case("one-contract", "ten-points contracts=N", (1, 2, 3)),
]


def exchanges() -> Iterator[Case]:
    """Yield exchanges of each kind and phase order, for each pattern of up and down."""
    kinds = {
        "give": "ten-points",
        "give-last": "ten-points order-up=last order-down=most",
        "draw": "ten-points exchange=draw",
        "give-after-contract": "ten-points phases=CXK contracts=SHDCN nt-cancels=yes",
        "draw-after-kitty": "fifteen-deals",
    }
    # Targets 3, 8 and 5 of the last deal stay possible with these scores, whoever declared it.
    patterns = {"one-one": (1, -1, 0), "two-up": (1, 1, -2), "two-down": (3, -2, -1)}
    for (kind, rules), (pattern, last) in (
        (kind, pattern) for kind in kinds.items() for pattern in patterns.items()
    ):
        depths = {"give-after-contract": (1, 2), "draw-after-kitty": (1, 2, 3, 4)}.get(
            kind, (1, 2, 3)
        )
        yield Case(f"{kind}-{pattern}", rules, depths, Phase.EXCHANGE, last, 16, Contract.HEARTS)


DUTIES = {
    "plain": "",
    "must-trump": " must-trump=yes",
    "must-beat": " must-beat=yes",
    "both": " must-trump=yes must-beat=yes",
}


def plays() -> Iterator[Case]:
    """Yield first tricks, and deals half played, for each contract and duty."""
    for duty, options in DUTIES.items():
        rules = f"ten-points contracts=SHDCN{options}"
        for contract in Contract:
            for cards, depths in ((16, (1, 2, 3, 4, 5)), (8, (1, 2, 3, 4, 5, 6))):
                name = f"{duty}-{contract.letter}-{cards}"
                yield Case(name, rules, depths, Phase.PLAY, None, cards, contract)
    for preset in ("fifteen-deals", "classic"):
        for cards in (16, 10):
            yield Case(f"{preset}-{cards}", preset, (1, 2, 3, 4), Phase.PLAY, None, cards)


def endings() -> Iterator[Case]:
    """Yield the last cards of a deal, counted to the end."""
    for duty, options in DUTIES.items():
        rules = f"ten-points contracts=SHDCN{options}"
        for contract in (Contract.SPADES, Contract.CLUBS, Contract.NO_TRUMP):
            for cards in (1, 2, 3, 4):
                name = f"{duty}-{contract.letter}-{cards}"
                yield Case(name, rules, (3 * cards,), Phase.PLAY, None, cards, contract)
    for preset in ("ten-points", "fifteen-deals", "classic"):
        yield Case(f"{preset}-4", preset, (12,), Phase.PLAY, None, 4)


def deep() -> Iterator[Case]:
    """Yield what takes minutes: endings of five cards, and eight or nine plays of a long deal."""
    for preset in ("ten-points", "fifteen-deals", "classic"):
        yield Case(f"{preset}-5", preset, (15,), Phase.PLAY, None, 5)
    for duty, options in DUTIES.items():
        rules = f"ten-points contracts=SHDCN{options}"
        for contract in (Contract.HEARTS, Contract.NO_TRUMP):
            name = f"{duty}-{contract.letter}"
            yield Case(f"{name}-16", rules, (8,), Phase.PLAY, None, 16, contract)
            yield Case(f"{name}-9", rules, (9,), Phase.PLAY, None, 9, contract)


FILES = {
    "opening": OPENINGS,
    "exchange": list(exchanges()),
    "play": list(plays()),
    "ending": list(endings()),
    "deep": list(deep()),
}


def write() -> None:
    """Write all files again."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name, cases in FILES.items():
        lines = ["# Written by tools/perft.py: id, depth, number of sequences, position."]
        for case in cases:
            position = case.position()
            deal = parse_position(position).deal
            assert deal is not None
            lines += [
                str(Line(case.name, depth, perft(deal, depth), position)) for depth in case.depths
            ]
            print(f"{name}: {lines[-1].split(' /')[0][:60]}", file=sys.stderr)
        text = "\n".join(lines) + "\n"
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


def main(argv: list[str]) -> int:
    """Write the files, or count one position; 2 for wrong usage."""
    if argv == ["--write"]:
        write()
        return 0
    if len(argv) < 2 or not argv[-1].isdecimal():
        print(__doc__, file=sys.stderr)
        return 2
    try:
        deal = parse_position(" ".join(argv[:-1])).deal
    except ParseError as error:
        print(f"perft: {error}", file=sys.stderr)
        return 2
    assert deal is not None
    for depth in range(1, int(argv[-1]) + 1):
        print(depth, perft(deal, depth), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
