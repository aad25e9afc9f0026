"""What every test shares: the hypothesis profiles and the places of the repository."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# The time one example takes says something about the machine, not about the code.
settings.register_profile(
    "dev", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
# Same examples in every run, so that a red run can be had again.
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True)
settings.register_profile("long", settings.get_profile("dev"), max_examples=20_000)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything under tests/browser as a browser test."""
    browser = ROOT / "tests" / "browser"
    for item in items:
        if browser in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def golden() -> Path:
    """Return the directory of the golden records, positions and playthroughs."""
    return ROOT / "tests" / "golden"
