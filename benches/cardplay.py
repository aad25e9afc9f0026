"""
Print what a bot gains by card play alone, in tricks a deal.

    python benches/cardplay.py --deals 2000 [--bot corporal] [--against random]

Contract, discard and exchange are decided by `greedy/1`'s plain rules for everybody, so that card
play alone makes the difference; with `--rest own`, each bot decides everything for itself.
"""

import argparse
import sys

from tqdm import tqdm

from sergeantmajor.arena.cardplay import Duel, Gain, play_duel
from sergeantmajor.bots import BOTS
from sergeantmajor.rules import Rules


def main(argv: list[str] | None = None) -> int:
    """Measure and print; 130 if interrupted, after what was measured so far."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().partition("\n")[0])
    parser.add_argument("--deals", type=int, default=2000, help="deals, each in six seatings")
    parser.add_argument("--bot", choices=BOTS, default="corporal", help="the bot measured")
    parser.add_argument("--against", choices=BOTS, default="random", help="the bot it meets")
    parser.add_argument("--rules", default="ten-points", help="a rule set, as in records")
    parser.add_argument(
        "--rest", choices=[*BOTS, "own"], default="greedy", help="who decides all but card play"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(argv)
    rest = None if options.rest == "own" else options.rest
    duel = Duel(Rules.parse(options.rules), options.bot, options.against, rest, options.seed)
    gain = Gain(duel.rules)
    status = 0
    try:
        for six in tqdm(
            play_duel(duel, options.deals, jobs=options.jobs),
            total=options.deals,
            unit="deal",
            file=sys.stderr,
            leave=False,
        ):
            gain.add(six)
    except KeyboardInterrupt:
        status = 130
    print(
        f"{options.bot} against {options.against}, {duel.rules}, rest by {options.rest}:"
        f" {gain.deals} deals in six seatings"
    )
    print(gain)
    return status


if __name__ == "__main__":
    sys.exit(main())
