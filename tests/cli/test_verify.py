"""The command `verify`: a line for each good file, a line for each fault, the worst status."""

import io
from pathlib import Path

import pytest

from sergeantmajor.cli import main
from sergeantmajor.commands import verify

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
SAMPLES = [str(path) for path in sorted(GOLDEN.glob("*.smr"))]
FAULTY = GOLDEN / "faults" / "trick-follow.smr"


def test_good_files(capsys: pytest.CaptureFixture[str]) -> None:
    """Each sample has its line on standard output, and nothing else is said."""
    assert main(["verify", *SAMPLES]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"{name}: 5 matches ok" for name in SAMPLES]
    assert err == ""


def test_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """A faulty file has FILE:LINE: and the sentence on standard error, and status 1."""
    assert main(["verify", str(FAULTY)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (f"{FAULTY}:14: seat 1 must follow suit: holds HT H9 H8 H6 H5 H4, played S2\n")


def test_the_worst_status_wins_and_all_files_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Good, faulty and missing files in any order: 2, and every one has its line."""
    missing = str(tmp_path / "missing.smr")
    assert main(["verify", missing, str(FAULTY), SAMPLES[0]]) == 2
    out, err = capsys.readouterr()
    assert out == f"{SAMPLES[0]}: 5 matches ok\n"
    assert [line.split(":")[0] for line in err.splitlines()] == [missing, str(FAULTY)]
    assert main(["verify", str(FAULTY), SAMPLES[0]]) == 1


def test_one_fault_for_each_faulty_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two of three matches are faulty, with several faults each: two lines."""
    bad = FAULTY.read_text(encoding="utf-8").replace("trick 0 D8", "trick 1 D8")
    good = Path(SAMPLES[0]).read_text(encoding="utf-8").split("[Rules")[1]
    path = tmp_path / "x.smr"
    path.write_text(f"{bad}[Rules{good}{bad}", encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_standard_input(
    end: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`-` reads standard input as it is, bytes and all, and is named so."""
    text = Path(SAMPLES[0]).read_text(encoding="utf-8").replace("\n", end)
    feed(monkeypatch, text.encode())
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out == "-: 5 matches ok\n"
    feed(monkeypatch, b"\x89PNG\r\n\x1a\n\x00")
    assert main(["verify", "-"]) == 1
    assert capsys.readouterr().err == "-:1: the line is not UTF-8 from its byte 1 on\n"


def feed(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    """Put some bytes on standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="ascii"))


def test_empty_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file without a match holds no fault."""
    path = tmp_path / "empty.smr"
    path.write_bytes(b"")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 0 matches ok\n"


def test_names_that_standard_output_cannot_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file's name, or a word in it, never fails for the terminal's encoding."""
    path = tmp_path / "Übung♠.smr"
    path.write_text('[Rules "ü♠"]\n[Rules "classic"]\ndeal\n', encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    assert main(["verify", str(path)]) == 1
    err.flush()
    said = err.buffer
    assert isinstance(said, io.BytesIO)
    assert b"\\xdcbung\\u2660.smr:1: '\\xfc\\u2660' is no rule set" in said.getvalue()


class Terminal(io.StringIO):
    """Standard error of somebody who sits before it."""

    def isatty(self) -> bool:
        """Return that it is a terminal."""
        return True


def test_progress_on_a_terminal_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that takes a while has a bar of bytes on a terminal; faults stand on their lines."""
    monkeypatch.setattr(verify, "PATIENCE", 0.0)
    path = tmp_path / "x.smr"
    path.write_bytes(FAULTY.read_bytes() + Path(SAMPLES[0]).read_bytes() * 4)
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert main(["verify", str(path)]) == 1
    shown = terminal.getvalue()
    assert f"{path}: 100%" in shown or "kB/s" in shown or "MB/s" in shown
    assert f"\r{path}:14: seat 1 must follow suit" in shown
