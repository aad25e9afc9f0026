"""
Kill the server at 500 random moments, and look whether it lost or doubled anything.

As the test does it at 50 (tests/server/killing.py), with other moments. `--deaths N` says how many;
what was done is kept, and the next run goes on with the next ten.
"""

import argparse
import json
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

BATCH = 10
"""Deaths of one data folder; then a new one, so that a fault is found in a short history."""


def main(argv: list[str]) -> int:
    """Run the job; 1 if a death lost or doubled something."""
    import long_jobs
    from server.killing import Killing

    parser = argparse.ArgumentParser(prog="./test --long kill", description=__doc__)
    parser.add_argument("--deaths", type=int, default=500)
    arguments = parser.parse_args(argv)
    place = long_jobs.state("kill")
    kept = place / "done.json"
    done: dict[str, Any] = {"batches": 0, "deaths": {}}
    if kept.exists():
        done = json.loads(kept.read_text())
    deaths = Counter[str](done["deaths"])
    with tqdm(total=arguments.deaths, initial=min(deaths.total(), arguments.deaths)) as bar:
        while deaths.total() < arguments.deaths:
            folder = place / "data"
            shutil.rmtree(folder, ignore_errors=True)
            killing = Killing(folder, seed=1000 + done["batches"])
            for _ in range(BATCH):
                try:
                    killing.die()
                except AssertionError as error:
                    print(f"batch {done['batches']}, in {folder}: {error}")
                    return 1
                bar.update()
            deaths += killing.deaths
            done = {"batches": done["batches"] + 1, "deaths": deaths}
            kept.write_text(json.dumps(done))
    kept.unlink()
    counts = ", ".join(f"{phase} {count}" for phase, count in deaths.most_common())
    print(f"{deaths.total()} deaths, nothing lost, nothing doubled: {counts}")
    return 0
