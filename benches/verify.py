"""
Print how many deals a second the reader of records checks on one core.

    python benches/verify.py [--deals 2000] [--repeat 3] [--view 1]

The records are random matches, made first. Beside the deals stands the ratio to a bare loop that
only parts the same lines into words: it says how the reader fares, whatever the machine is.
"""

import argparse
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from games import play_out
from sergeantmajor.cards import SEATS
from sergeantmajor.match import start_match
from sergeantmajor.notation import Record, make_record, read_records, write_record
from sergeantmajor.rules import PRESETS, Rules
from sergeantmajor.view import Viewer, see

WATCHER = "watcher"


def corpus(preset: str, deals: int, view: str | None, seed: int) -> tuple[bytes, int]:
    """Return random records of a preset, full or as one viewer saw them, and their deals."""
    rules = Rules.parse(preset)
    rng = Random(seed)
    texts = []
    count = 0
    with tqdm(total=deals, desc=f"making {preset}", unit="deal", leave=False) as bar:
        while count < deals:
            end, log = play_out(start_match(rules, rng.choice(SEATS)), rng)
            if view is None:
                texts.append(write_record(make_record(rules, log)))
            else:
                viewer: Viewer = None if view == WATCHER else SEATS[int(view)]
                seen = [see(event, viewer, rules) for event in log]
                texts.append(write_record(make_record(rules, seen, view=viewer)))
            count += end.dealt
            bar.update(end.dealt)
    return "".join(texts).encode(), count


def check(raw: bytes) -> None:
    """Check records as `verify` does."""
    for record in read_records(BytesIO(raw), keep_events=False):
        assert isinstance(record, Record), str(record)


def split(raw: bytes) -> None:
    """Part the same lines into words, and do nothing with them."""
    for line in BytesIO(raw):
        line.decode().split(" ")


def seconds(work: Callable[[bytes], None], raw: bytes, repeat: int) -> float:
    """Return the least processor time that some work took, in seconds."""
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        work(raw)
        best = min(best, time.process_time() - start)
    return best


def main(argv: list[str] | None = None) -> int:
    """Measure each preset and print a line for it; 130 if interrupted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().partition("\n")[0])
    parser.add_argument("--deals", type=int, default=2000, help="at least so many of each preset")
    parser.add_argument("--repeat", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("--view", choices=["0", "1", "2", WATCHER], help="records of a view")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    print(f"{'preset':15}{'deals':>7}{'deals/s':>9}{'MB/s':>7}{'times a bare split':>20}")
    try:
        for preset in PRESETS:
            raw, deals = corpus(preset, options.deals, options.view, options.seed)
            took = seconds(check, raw, options.repeat)
            bare = seconds(split, raw, options.repeat)
            print(
                f"{preset:15}{deals:7}{deals / took:9.0f}{len(raw) / took / 1e6:7.2f}"
                f"{took / bare:20.0f}",
                flush=True,
            )
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
