"""
Measure corporal's card play alone: 2,000 deals in six seatings, at least +1.70 tricks a deal.

Against two and one `random`, with contract, discard and exchange by `greedy`'s rules for everybody.
The lower end of the 95 % interval must be at least +1.65. Every deal is kept, so that a stopped run
goes on at the next one. `--deals N` sets another number, `--jobs J` shares the work.
"""

import argparse
import json

from tqdm import tqdm

import long_jobs
from sergeantmajor.arena.cardplay import Duel, Gain, PlayedSix, play_duel
from sergeantmajor.bots import bot_named
from sergeantmajor.cards import Seat
from sergeantmajor.rules import Rules

GAIN = 1.70
LOWER_END = 1.65


def main(argv: list[str] | None = None) -> int:
    """Go on until so many deals are measured; 1 if the gain is below the mark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().partition("\n")[0])
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(argv)
    duel = Duel(Rules.parse("ten-points"), "corporal", "random")
    version = bot_named("corporal").name.replace("/", "-")
    file = long_jobs.state("cardplay") / f"{version}.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    gain = Gain(duel.rules)
    for line in lines[: options.deals]:
        number, one, two, declarer = json.loads(line)
        gain.add(PlayedSix(number, tuple(one), tuple(two), Seat(declarer)))
    missing = options.deals - gain.deals
    with (
        file.open("a") as kept,
        tqdm(total=options.deals, initial=gain.deals, unit="deal") as progress,
    ):
        played = play_duel(duel, missing, first=gain.deals + 1, jobs=options.jobs)
        for six in played if missing > 0 else ():
            gain.add(six)
            kept.write(json.dumps([six.number, six.one, six.two, int(six.declarer)]) + "\n")
            kept.flush()
            progress.update()
    print(f"{version} against random: {gain.deals} deals in six seatings")
    print(gain)
    estimates = gain.estimates()
    reached = estimates is not None and estimates[0].value >= GAIN and estimates[0].low >= LOWER_END
    return 0 if reached else 1
