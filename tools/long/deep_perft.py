"""
Count every golden perft position again, the deep ones too.

Minutes on one core; each line that came out right is kept, so that the next run goes on behind it.
"""

import argparse
import sys
import time

from tqdm import tqdm

from long_jobs import state
from perft import GOLDEN, Line, perft, read
from sergeantmajor.notation.position import parse_position


def main(argv: list[str]) -> int:
    """Count the lines that were not counted yet, for some minutes; 1 if a count is wrong."""
    parser = argparse.ArgumentParser(prog="deep_perft", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="how long to go on (30)")
    parser.add_argument("--again", action="store_true", help="count all lines again")
    options = parser.parse_args(argv)
    kept = state("deep_perft") / "right.txt"
    if options.again or not kept.exists():
        kept.write_text("", encoding="utf-8")
    right = set(kept.read_text(encoding="utf-8").splitlines())
    lines = sorted(
        (line for path in GOLDEN.glob("*.txt") for line in read(path)),
        key=lambda line: line.sequences,
    )
    until = time.monotonic() + options.minutes * 60
    wrong = 0
    with tqdm(total=len(lines), unit="line", disable=None) as bar:
        for line in lines:
            if str(line) not in right and time.monotonic() < until:
                if not counts(line):
                    wrong += 1
                    continue
                right.add(str(line))
                with kept.open("a", encoding="utf-8") as file:
                    print(line, file=file)
            bar.update()
    left = len([line for line in lines if str(line) not in right]) - wrong
    print(f"{len(lines) - left - wrong} lines right, {wrong} wrong, {left} to go")
    return 1 if wrong else 0


def counts(line: Line) -> bool:
    """Count one line; say what is wrong."""
    deal = parse_position(line.position).deal
    assert deal is not None
    found = perft(deal, line.depth)
    if found != line.sequences:
        print(f"found {found}, expected {line}", file=sys.stderr)
    return found == line.sequences
