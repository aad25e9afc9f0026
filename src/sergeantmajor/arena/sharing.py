"""Sharing numbered pieces of work among processes, and having the results in order."""

import contextlib
import multiprocessing
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from multiprocessing import resource_tracker
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
    with _holding_interrupts():
        shared = parallel(delayed(_do)(work, part) for part in chunks)
    with interrupted_once():
        try:
            for results in shared:
                yield from results
        finally:
            with warnings.catch_warnings():
                # joblib warns of work that nobody takes; who breaks off does not want it.
                warnings.simplefilter("ignore", UserWarning)
                shared.close()


@contextlib.contextmanager
def _holding_interrupts() -> Iterator[None]:
    """
    Hold Ctrl-C back for a moment; processes and threads that are started meanwhile never hear it.

    It reaches the whole group of processes. The one that started the others ends them; one that
    heard it while still starting, or while looking for those to be ended, would fail over it.
    """
    if sys.platform == "win32":
        yield
        return
    # Started only when it is needed, it would let through again what is held back.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def interrupted_once() -> Iterator[None]:
    """Have only the first Ctrl-C interrupt: another must not keep processes from being ended."""
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return

    def interrupt(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _do(work: Callable[[int], Result], numbers: range) -> list[Result]:
    if multiprocessing.parent_process() is not None:
        # For systems where it cannot be held back.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return [work(number) for number in numbers]
