"""
Play every combination of option values that is allowed to the end, on a small deck.

About three million rule sets, a random match each, in a scattered order: a run that
is stopped early has tried some of everything; the next run goes on behind it. A fault is printed
as the rule set and seed that show it, and stops the run there.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import product
from math import gcd, prod
from random import Random

from tqdm import tqdm

from long_jobs import ROOT, state

sys.path.insert(0, str(ROOT / "tests"))

from choices import VALUES, possible
from games import play_to_the_end, short
from sergeantmajor.rules import rules_of

Choice = dict[str, str]


def exchanges() -> Iterator[Choice]:
    """Yield the options about the exchange, those that lapse left out."""
    yield {"exchange": "none"}
    for up, cancels in product(VALUES["order-up"], VALUES["nt-cancels"]):
        both = {"order-up": up, "nt-cancels": cancels}
        yield {"exchange": "draw", **both}
        for down in VALUES["order-down"]:
            yield {"exchange": "give", "order-down": down, **both}


def ends() -> Iterator[Choice]:
    """Yield the options about the end, those that lapse left out."""
    for end in VALUES["end"]:
        for number in VALUES[end]:
            for ties in VALUES["ties"] if end != "tricks" else ("",):
                yield {"end": end, end: number} | ({"ties": ties} if ties else {})


GROUPED = {"exchange", "order-up", "order-down", "nt-cancels", "end", *VALUES["end"], "ties"}
GROUPS: list[list[Choice]] = [
    [{key: value} for value in VALUES[key]] for key in VALUES if key not in GROUPED
] + [list(exchanges()), list(ends())]
TOTAL = prod(map(len, GROUPS))
# Steps of about 0.618 of the whole come everywhere evenly.
STRIDE = next(step for step in range(int(TOTAL * 0.618), TOTAL) if gcd(step, TOTAL) == 1)


def combination(number: int) -> Choice:
    """Return one of all combinations; 0 to TOTAL − 1 give each once, in a scattered order."""
    place = number * STRIDE % TOTAL
    choice: Choice = {}
    for group in GROUPS:
        place, index = divmod(place, len(group))
        choice |= group[index]
    return choice


def main(argv: list[str]) -> int:
    """Go on with the combinations for some minutes; 1 if a rule set does not reach the end."""
    parser = argparse.ArgumentParser(prog="options", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="how long to go on (30)")
    parser.add_argument("--again", action="store_true", help="begin from the first combination")
    options = parser.parse_args(argv)
    kept = state("options") / "next"
    first = 0 if options.again or not kept.exists() else int(kept.read_text(encoding="ascii"))
    until = time.monotonic() + options.minutes * 60
    done = first
    try:
        with tqdm(total=TOTAL, initial=first, unit="rule set", disable=None) as bar:
            for number in range(first, TOTAL):
                choice = combination(number)
                if possible(choice) and not finishes(choice, number):
                    return 1
                done = number + 1
                bar.update()
                if time.monotonic() > until:
                    break
    finally:
        kept.write_text(f"{done}\n", encoding="ascii")
    print(f"{done - first} combinations without a fault; {TOTAL - done} of {TOTAL} to go")
    return 0


def finishes(choice: Choice, seed: int) -> bool:
    """Play one match; print what fails."""
    try:
        play_to_the_end(short(rules_of("ten-points", choice)), Random(seed))
    except Exception as error:  # noqa: BLE001 (whatever fails is the finding)
        words = " ".join(f"{key}={value}" for key, value in choice.items())
        print(f"ten-points {words} (seed {seed}): {type(error).__name__}: {error}")
        return False
    return True
