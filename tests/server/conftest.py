"""A running server and a browser for the tests of this folder."""

from collections.abc import Iterator

import pytest

from server.house import Browser, House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Return a running server that a module's tests share; each test has its own tables."""
    with House(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def browser(house: House) -> Iterator[Browser]:
    """Return a browser that has never been there."""
    with Browser(house.url) as fresh:
        yield fresh
