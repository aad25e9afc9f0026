"""The server dies at any moment; nothing that it acknowledged or showed is lost or doubled."""

from pathlib import Path

import pytest

from server.killing import PHASES, Killing

DEATHS = 50
EACH = 5


@pytest.mark.slow
def test_kill(tmp_path: Path) -> None:
    """After 50 deaths, at least five in each phase, every acknowledged action is there, once."""
    folder = tmp_path / "data"
    killing = Killing(folder, seed=3)
    while killing.deaths.total() < DEATHS or any(killing.deaths[p] < EACH for p in PHASES):
        killing.die()
        assert killing.deaths.total() < 2 * DEATHS, killing.deaths
    print(killing.deaths, killing.pending)
    # Else the moments were not random enough to prove anything.
    assert min(killing.pending["done"], killing.pending["not done"]) >= 3
