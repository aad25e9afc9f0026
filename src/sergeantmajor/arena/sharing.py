"""Sharing numbered pieces of work among processes, and having the results in order."""

import multiprocessing
import signal
from collections.abc import Callable, Generator
from typing import TypeVar

from joblib import Parallel, delayed

Result = TypeVar("Result")


def in_order(
    work: Callable[[int], Result], numbers: range, *, jobs: int, chunk: int
) -> Generator[Result, None, None]:
    """
    Yield the result of each number, in order, as soon as those before it are there.

    Args:
        work: What is done with a number; with several processes it is sent to them, so it must be
            a function of a module, or a `functools.partial` of one.
        numbers: The numbers, one apart.
        jobs: How many processes share the work; with 1, no other process is started.
        chunk: How many numbers a process takes at a time.
    """
    if jobs == 1:
        yield from map(work, numbers)
        return
    chunks = [numbers[start : start + chunk] for start in range(0, len(numbers), chunk)]
    parallel = Parallel(n_jobs=jobs, backend="loky", return_as="generator")
    for results in parallel(delayed(_do)(work, part) for part in chunks):
        yield from results


def _do(work: Callable[[int], Result], numbers: range) -> list[Result]:
    if multiprocessing.parent_process() is not None:
        # Ctrl-C reaches the whole group of processes; the one that started the others ends them.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return [work(number) for number in numbers]
