"""
Play 100,000 deals with every three bots in every preset: no refusal, no stall, every record good.

The matches go through all triples of bots, preset by preset, over and over. After each block the
count is kept, so that a stopped run goes on at the next match. `--deals N` sets another number,
`--jobs J` shares the work.
"""

import argparse
import io
import json
import sys
import time
from dataclasses import dataclass, field
from itertools import product

from joblib import Parallel, delayed
from tqdm import tqdm

import long_jobs
from sergeantmajor.arena.simulate import Simulation, play_match
from sergeantmajor.bots import BOTS
from sergeantmajor.notation import Record, read_records
from sergeantmajor.rules import PRESETS, Rules

SEED = 358
BLOCK = 64
"""Matches between two savings of the count."""
MOST_DEALS = 5000
"""Deals after which a match has stalled: by lot, somebody takes twelve tricks long before."""
TABLES = list(product(PRESETS, product(BOTS, repeat=3)))


@dataclass
class Count:
    """
    What was played so far.

    Attributes:
        matches: Matches played; the next has this number.
        deals: Deals dealt.
        seconds: Time spent on them.
        by_preset: Deals dealt, by preset.
        faults: What went wrong: each match with the first thing in it.
    """

    matches: int = 0
    deals: int = 0
    seconds: float = 0.0
    by_preset: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def play(number: int) -> tuple[str, int, str | None]:
    """Play one match; return its preset, its deals, and what went wrong."""
    preset, (one, two, three) = TABLES[number % len(TABLES)]
    table = f"match {number}, {preset} with {one},{two},{three}"
    simulation = Simulation(Rules.parse(preset), (one, two, three), number + 1, SEED, MOST_DEALS)
    try:
        played = play_match(simulation, number + 1)
    except Exception as error:  # noqa: BLE001 (whatever it is, the others are to be played)
        return preset, 0, f"{table}: {type(error).__name__}: {error}"
    if played.fallbacks:
        return preset, played.dealt, f"{table}: {played.fallbacks[0]}"
    if not played.winners:
        return preset, played.dealt, f"{table}: no end after {played.dealt} deals"
    for found in read_records(io.BytesIO(played.record.encode())):
        if not isinstance(found, Record):
            return preset, played.dealt, f"{table}: {found}"
    return preset, played.dealt, None


def main(argv: list[str] | None = None) -> int:
    """Go on until so many deals are played; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().partition("\n")[0])
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(argv)
    file = long_jobs.state("deals") / "count.json"
    count = Count(**json.loads(file.read_text())) if file.exists() else Count()
    if count.matches:
        print(f"going on after {count.deals:,} deals", file=sys.stderr)
    with tqdm(total=options.deals, initial=count.deals, unit="deal", smoothing=0.01) as progress:
        while count.deals < options.deals:
            start = time.monotonic()
            numbers = range(count.matches, count.matches + BLOCK)
            for preset, deals, fault in Parallel(n_jobs=options.jobs)(map(delayed(play), numbers)):
                count.deals += deals
                count.by_preset[preset] = count.by_preset.get(preset, 0) + deals
                if fault is not None:
                    count.faults.append(fault)
                    progress.write(fault, file=sys.stderr)
                progress.update(deals)
            count.matches += BLOCK
            count.seconds += time.monotonic() - start
            written = file.with_suffix(".new")
            written.write_text(json.dumps(vars(count)))
            written.replace(file)
    each = ", ".join(f"{preset} {deals:,}" for preset, deals in count.by_preset.items())
    print(f"{count.deals:,} deals ({each}) in {count.matches:,} matches of all triples of bots")
    print(f"{count.seconds / 60:.1f} minutes, {count.deals / count.seconds:.0f} deals a second")
    print(f"{len(count.faults)} refusals, stalls or bad records")
    for fault in count.faults[:20]:
        print(fault)
    return 1 if count.faults else 0
