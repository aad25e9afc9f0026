"""Sharing work: results in order, and processes that an interrupt ends but never hears twice."""

import signal
import sys

import pytest

from sergeantmajor.arena.sharing import in_order, interrupted_once


def square(number: int) -> int:
    """Return a number's square."""
    return number * number


def hears_interrupts(_number: int) -> bool:
    """Return whether this process was started so that Ctrl-C reaches it."""
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    """Whoever does the work, in chunks that don't come out even: all results, in order."""
    assert [number * number for number in range(3, 14)] == list(
        in_order(square, range(3, 14), jobs=jobs, chunk=4)
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no signal can be held back there")
def test_processes_are_started_deaf_to_interrupts() -> None:
    """Not even while it starts does a process hear Ctrl-C; the one that started it does again."""
    assert [False, False] == list(in_order(hears_interrupts, range(2), jobs=2, chunk=1))
    assert hears_interrupts(0)


def test_only_the_first_interrupt_interrupts() -> None:
    """Another Ctrl-C, while the processes are ended, does nothing; after that it does again."""
    with interrupted_once():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
    assert signal.default_int_handler is signal.getsignal(signal.SIGINT)
