"""
Durable events a second: group commit against one commit for each piece.

    python benches/store.py [--tables 200] [--seconds 3] [--folder DIR]

Many tables append at once, each waiting for its own acknowledgement before the next piece, as
tables do. Both ways are measured in turn on the same disk, three times; what counts is the ratio.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tqdm import tqdm

from sergeantmajor.cards import CARDS, Seat
from sergeantmajor.events import CardPlayed
from sergeantmajor.rules import rules_of
from sergeantmajor.server.sqlite import SqliteStore
from sergeantmajor.server.store import Opening, Person

ROUNDS = 3


async def rate(path: Path, tables: int, seconds: float, *, group: bool) -> float:
    """Return events a second, each acknowledged when it is on disk."""
    store = SqliteStore(path, group=group)
    try:
        for number in range(tables):
            await store.open(_opening(str(number)))
        end = time.perf_counter() + seconds
        counts = await asyncio.gather(
            *(_append(store, str(number), end) for number in range(tables))
        )
        return sum(counts) / seconds
    finally:
        await store.close()


async def _append(store: SqliteStore, match: str, end: float) -> int:
    seq = 0
    while time.perf_counter() < end:
        events = [CardPlayed(Seat.ZERO, CARDS[seq % 52])]
        seq = await store.append(match, seq, events, "2026-11-30T21:00:00Z", None)
    return seq


def _opening(match: str) -> Opening:
    persons = (Person("A", owner=b"a" * 32), Person("B", bot="b/1"), Person("C", bot="b/1"))
    return Opening(
        match, rules_of("ten-points"), Seat.ZERO, False, b"s" * 32, persons, "2026-11-30T21:00:00Z"
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0].strip())
    parser.add_argument("--tables", type=int, default=200, help="tables that append at once")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    parser.add_argument(
        "--folder", type=Path, help="where the databases go: on the disk to measure"
    )
    arguments = parser.parse_args()
    rates: dict[bool, list[float]] = {True: [], False: []}
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for number in tqdm(range(2 * ROUNDS), desc="measuring", disable=None):
            group = number % 2 == 0
            path = Path(folder) / f"{number}.db"
            rates[group].append(
                asyncio.run(rate(path, arguments.tables, arguments.seconds, group=group))
            )
    together, each = statistics.median(rates[True]), statistics.median(rates[False])
    print(
        f"group commit      {together:10,.0f} durable events/s, {arguments.tables} tables at once"
    )
    print(f"one commit each   {each:10,.0f} durable events/s")
    print(f"ratio             {together / each:10.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
