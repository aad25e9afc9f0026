"""The command line: every wrong use has one sentence and status 2, nothing has a traceback."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sergeantmajor import __version__
from sergeantmajor.cli import COMMANDS, main
from sergeantmajor.commands.status import INTERRUPTED, PIPE_CLOSED

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
TEN_POINTS = str(GOLDEN / "ten-points.smr")
PROGRAM = [sys.executable, "-m", "sergeantmajor"]


def sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line on standard error; standard output must be empty."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err.rstrip("\n")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["frobnicate"], "there is no command 'frobnicate': expected one of table, verify, show"),
        (["Verify", "x"], "there is no command 'Verify'"),
        ([""], "there is no command ''"),
        (["verify"], "sergeantmajor verify: the following arguments are required: FILE"),
        (["verify", "--json", "x"], "unrecognized arguments: --json"),
        (["show"], "sergeantmajor show: the following arguments are required: FILE"),
        (["show", "x", "y"], "unrecognized arguments: y"),
        (["show", "x", "--match", "0"], "argument --match: '0' is no number from 1 on"),
        (["show", "x", "--deal", "-1"], "argument --deal"),
        (["show", "x", "--deal", "9" * 5_000], "is no number from 1 on"),
        (["show", "x", "--viewer", "3"], "'3' is no viewer: expected 0, 1, 2 or watcher"),
        (["verify-shuffle"], "the following arguments are required: FILE"),
        (["simulate"], "sergeantmajor simulate: the following arguments are required"),
        (["--port", "x"], "sergeantmajor table: argument --port"),
        (["table", "--nonsense"], "unrecognized arguments: --nonsense"),
    ],
)
def test_wrong_use(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence on standard error, status 2."""
    assert main(words) == 2
    assert expected in sentence(capsys)


@pytest.mark.parametrize("command", ["verify", "show", "verify-shuffle"])
def test_what_cannot_be_read(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is missing or a folder has one sentence that names it, status 2."""
    for name in (str(tmp_path / "missing.smr"), str(tmp_path)):
        assert main([command, name]) == 2
        assert sentence(capsys).startswith(f"{name}: cannot be read: ")


def test_a_file_that_may_not_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file without permission has a sentence too."""

    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied", "secret.smr")

    monkeypatch.setattr(Path, "open", refuse)
    assert main(["verify", "secret.smr"]) == 2
    assert sentence(capsys) == "secret.smr: cannot be read: Permission denied"


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    """The version in one line; help that names every command; help for each of them."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"sergeantmajor {__version__}\n"
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command}" in text
        assert main([command, "--help"]) == 0
        out, err = capsys.readouterr()
        assert out.startswith(f"usage: sergeantmajor {command}")
        assert err == ""


def test_without_a_command_the_table_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No words at all, or only options, mean `table`."""
    from sergeantmajor.server import run

    started: list[tuple[object, ...]] = []

    def start(*words: object, **options: object) -> int:
        started.append((*words, *options.items()))
        return 0

    monkeypatch.setattr(run, "run_table", start)
    assert main([]) == 0
    assert main(["--port", "9000", "--data", str(tmp_path), "--no-browser"]) == 0
    assert main(["table", "--host", "::1"]) == 0
    assert [words[:2] for words in started] == [
        ("127.0.0.1", 8358),
        ("127.0.0.1", 9000),
        ("::1", 8358),
    ]
    assert started[1][2:] == (tmp_path, ("open_browser", False))


@pytest.mark.parametrize(
    ("error", "status", "expected"),
    [
        (KeyboardInterrupt(), 130, ""),
        (MemoryError(), 2, "sergeantmajor: there is not enough memory for this\n"),
        (OSError(28, "No space left on device"), 2, "sergeantmajor: No space left on device\n"),
        (
            OSError(28, "No space left on device", "x.db"),
            2,
            "sergeantmajor: x.db: No space left on device\n",
        ),
    ],
)
def test_what_interrupts_a_command(
    error: BaseException,
    status: int,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ctrl-C, no memory, a full disk: a status and at most a sentence."""
    from sergeantmajor.commands import verify

    def fail(_arguments: object) -> int:
        raise error

    monkeypatch.setattr(verify, "run", fail)
    assert main(["verify", "x"]) == status
    assert capsys.readouterr().err == expected


@contextmanager
def program(*words: str, stdout: int = subprocess.PIPE) -> Iterator[subprocess.Popen[bytes]]:
    """Run the real program, with a pipe on each side."""
    with subprocess.Popen(
        [*PROGRAM, *words], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="no pipe ends a program there")
def test_a_pipe_that_nobody_reads() -> None:
    """A reader that has gone ends the program without a word."""
    read, write = os.pipe()
    os.close(read)
    with program("show", TEN_POINTS, stdout=write) as process:
        os.close(write)
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait() == PIPE_CLOSED


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_ctrl_c() -> None:
    """Interrupted in the middle of reading, the program ends at once, without a traceback."""
    with program("verify", TEN_POINTS, "-") as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stderr is not None
        assert process.stdout.readline() == f"{TEN_POINTS}: 5 matches ok\n".encode()
        process.stdin.write(b'[Rules "classic"]\n')
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        assert process.wait() == INTERRUPTED
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="a shell there closes no descriptor")
@pytest.mark.parametrize(
    ("redirection", "status", "said"),
    [
        ("< /dev/null", 0, ""),
        ("<&-", 2, "-: cannot be read: standard input is closed\n"),
        ("< /dev/null >&-", 0, ""),
        ("< /dev/null > /dev/full", 2, "sergeantmajor: No space left on device\n"),
    ],
)
def test_streams_that_are_closed_or_full(redirection: str, status: int, said: str) -> None:
    """Whatever the three streams are, the program ends with a status and at most a sentence."""
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" verify - {redirection}', "sh", *PROGRAM],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (status, said)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell there closes no descriptor")
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (f"show {TEN_POINTS} >&-", 0, ""),
        ("verify missing.smr 2>&-", 2, ""),
        (f"verify {TEN_POINTS} 2>&-", 0, f"{TEN_POINTS}: 5 matches ok\n"),
        ("simulate --rules classic --matches 1 --bots random,random,random --seed 1 2>&-", 0, "c"),
    ],
)
def test_an_output_that_is_closed(words: str, status: int, said: str) -> None:
    """What is meant for a closed output goes nowhere, and neither fails nor goes to the other."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {words}', "sh", *PROGRAM],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (status, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith(said) if said else done.stdout == ""


def test_verify_starts_without_what_it_does_not_need() -> None:
    """Checking a record imports no server, no bot and no simulation."""
    script = (
        "import sys; from sergeantmajor.cli import main; status = main(sys.argv[1:]);"
        "print(sorted(m for m in sys.modules if m.startswith('sergeantmajor.')"
        " and m.split('.')[1] in ('server', 'bots', 'arena', 'wire', 'words', 'driver')));"
        "print(sorted({'starlette', 'uvicorn', 'msgspec', 'joblib', 'asyncio'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "verify", TEN_POINTS],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[1:] == ["[]", "[]"]
