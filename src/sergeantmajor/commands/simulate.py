"""The command `simulate`: matches between bots, a table of what they showed, their records."""

import argparse
import contextlib
import json
import sys
from pathlib import Path
from typing import IO

from tqdm import tqdm

from sergeantmajor.arena.simulate import Simulation, play_matches
from sergeantmajor.arena.tally import Tally
from sergeantmajor.bots import BOTS, bot_named
from sergeantmajor.cards import SEATS
from sergeantmajor.commands.status import INTERRUPTED, UNUSABLE
from sergeantmajor.errors import SergeantMajorError
from sergeantmajor.rules import PRESETS, Rules


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of `sergeantmajor`."""
    parser = subparsers.add_parser(
        "simulate",
        help="play matches between bots",
        description=(
            "Play matches between bots and print what they showed: wins, points and tricks by"
            " role, with 95 % intervals. The same seed gives the same matches."
        ),
    )
    parser.add_argument(
        "--rules",
        nargs="+",
        required=True,
        metavar=("PRESET", "OPTION=VALUE"),
        help=f"a rule set: one of {', '.join(PRESETS)}, then options that differ",
    )
    parser.add_argument("--matches", type=_count, required=True, metavar="N", help="how many")
    parser.add_argument(
        "--bots",
        type=_bots,
        required=True,
        metavar="A,B,C",
        help=f"who sits in seats 0, 1, 2: {', '.join(BOTS)}",
    )
    parser.add_argument(
        "--seed", type=_seed, required=True, metavar="S", help="a number that decides all chance"
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write the matches to this file; one that is there is replaced",
    )
    parser.add_argument(
        "--jobs", type=_count, default=1, metavar="J", help="how many processes share the work"
    )
    parser.add_argument(
        "--max-deals",
        type=_count,
        default=1000,
        metavar="N",
        help="abandon a match after so many deals (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 9 and int(text)):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number from 1 to 999999999")
    return int(text)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no seed: expected a number from 0 on")
    return int(text)


def _bots(text: str) -> tuple[str, str, str]:
    names = text.split(",")
    if len(names) != len(SEATS):
        raise argparse.ArgumentTypeError(
            f"{len(names)} bots were named: expected three, as in recruit,corporal,corporal"
        )
    try:
        one, two, three = (bot_named(name.strip()).name.partition("/")[0] for name in names)
    except SergeantMajorError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return one, two, three


def run(options: argparse.Namespace) -> int:
    """
    Carry out the command.

    Returns:
        0; 2 for a rule set or file that can't be used; 130 if interrupted, after the table of the
        matches that were played.
    """
    try:
        rules = Rules.parse(" ".join(options.rules))
    except SergeantMajorError as error:
        return _refuse(f"--rules: {error}")
    simulation = Simulation(
        rules, options.bots, options.matches, options.seed, most_deals=options.max_deals
    )
    with contextlib.ExitStack() as stack:
        record: IO[str] | None = None
        if options.record is not None:
            try:
                record = options.record.open("w", encoding="utf-8", newline="\n")
            except OSError as error:
                return _refuse(f"--record: {options.record}: {error.strerror}")
            stack.callback(_close, record)
        tally = Tally(simulation)
        try:
            _play(simulation, options.jobs, tally, record)
            status = 0
        except KeyboardInterrupt:
            status = INTERRUPTED
            print(
                f"simulate: interrupted after {tally.matches} of {simulation.matches} matches",
                file=sys.stderr,
            )
        except _NotWrittenError as error:
            status = _refuse(f"--record: {options.record}: {error}")
    print(json.dumps(tally.figures(), indent=2) if options.json else tally.table())
    return status


def _close(record: IO[str]) -> None:
    # All of it was flushed before, or it has been said that it could not be.
    with contextlib.suppress(OSError):
        record.close()


class _NotWrittenError(Exception):
    """The record could not be written; what was played before is kept and tallied."""


def _play(simulation: Simulation, jobs: int, tally: Tally, record: IO[str] | None) -> None:
    """Play, show progress, and keep each whole match as soon as it is there."""
    with (
        contextlib.closing(play_matches(simulation, jobs)) as matches,
        tqdm(total=simulation.matches, unit="match", file=sys.stderr, leave=False) as progress,
    ):
        for match in matches:
            if record is not None:
                try:
                    record.write(match.record)
                    record.flush()
                except OSError as error:
                    raise _NotWrittenError(error.strerror) from error
            tally.add(match)
            progress.set_postfix(deals=tally.dealt, refresh=False)
            progress.update()


def _refuse(sentence: str) -> int:
    print(f"simulate: {sentence}", file=sys.stderr)
    return UNUSABLE
