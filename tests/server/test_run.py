"""The command: real processes that start, refuse to start, end, and go on where they stood."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.house import Browser, in_phase
from server.killing import Process

TESTS = Path(__file__).resolve().parent.parent


def start(*arguments: str, data: Path) -> "subprocess.Popen[str]":
    """Start the command `table` without a browser."""
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "sergeantmajor",
            "table",
            "--no-browser",
            "--data",
            str(data),
            *arguments,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"BROWSER": "false"},
    )


@contextlib.contextmanager
def running(data: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Give a running server and its address."""
    process = start("--port", "0", data=data)
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(os.name != "posix", reason="Windows sends no such signals to one process")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_starts_and_ends(tmp_path: Path, number: str) -> None:
    """It prints its address as one line and ends cleanly at Ctrl-C, with status 0."""
    with running(tmp_path) as (process, line):
        address = line.split()[4]
        assert line == f"Sergeant Major is at {address} (Ctrl-C ends it)\n"
        with Browser(address.rstrip("/")) as browser:
            assert {"recruit", "corporal"} <= set(browser.http.get("/api/bots").json()["bots"])
            table = browser.new_table(bots=["corporal", "recruit"])
            with browser.seat(table) as seated:
                seated.next()
                process.send_signal(getattr(signal, number))
                while (message := seated.hear())["type"] != "error":
                    pass
                assert message["code"] == "closing"
        out, err = process.communicate(timeout=10)
        assert (out, err, process.returncode) == ("", "", 0)


def refused(*arguments: str, data: Path) -> str:
    """Return the one sentence with which a start is refused."""
    out, err = start(*arguments, data=data).communicate(timeout=20)
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("sergeantmajor: ")
    assert "Traceback" not in err
    return err


def test_port_in_use(tmp_path: Path) -> None:
    """A port that is taken is refused in one sentence, status 2, and leaves no folder locked."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        assert f"port {port}" in refused("--port", str(port), data=tmp_path)
    process = start("--port", "70000", data=tmp_path)
    assert "expected 0 to 65535" in process.communicate()[1]
    assert process.returncode == 2
    assert "no address" in refused("--host", "no such host!", data=tmp_path)


def test_folder_refused(tmp_path: Path) -> None:
    """A folder that is none, a broken or a newer database: one sentence, status 2."""
    blocked = tmp_path / "file"
    blocked.write_text("x")
    process = start("--port", "0", data=blocked / "below")
    _, err = process.communicate()
    assert "cannot be made" in err
    assert process.returncode == 2
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tables.db").write_bytes(b"garbage" * 1000)
    assert "damaged or no database" in refused("--port", "0", data=tmp_path / "data")


def test_second_server_on_the_same_folder(tmp_path: Path) -> None:
    """A second server on the same data is refused; the first goes on."""
    with running(tmp_path) as (_, line):
        assert "another server is using" in refused("--port", "0", data=tmp_path)
        with Browser(line.split()[4].rstrip("/")) as browser:
            assert browser.http.get("/api/bots").status_code == 200


def test_goes_on_where_it_stood(tmp_path: Path) -> None:
    """After a restart the match is where it was, and bots whose turn it was act by themselves."""
    first = Process(tmp_path, "server.slow_bots")
    try:
        with Browser(first.url) as browser:
            table = browser.new_table(bots=["slow", "slow"], declarer=1)
            token = browser.token
            with browser.seat(table) as seated:
                seated.next()
                stood = seated.seq, seated.view
                assert seated.view["turn"] == 1
    finally:
        first.kill()
    second = Process(tmp_path)
    try:
        with Browser(second.url) as browser:
            browser.token = token
            # Nobody looks at the table: the bots go on all the same.
            deadline = time.monotonic() + 20
            while "contract" not in browser.http.get(f"/api/tables/{table}/record").text:
                assert time.monotonic() < deadline
            with browser.seat(table) as seated:
                seated.wait()
                assert seated.seq > stood[0]
                assert seated.view["hand"] == stood[1]["hand"]
                seated.play_until(in_phase("dealing"), random.Random(1))
    finally:
        second.kill()
