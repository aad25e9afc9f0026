"""The command `simulate`: what it prints and keeps, and how it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sergeantmajor import cli

PLAY = ["simulate", "--rules", "ten-points", "--bots", "corporal,recruit,random", "--seed", "1"]


def command(*words: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "sergeantmajor", *words],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_answer_is_a_table_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    """The table alone goes to standard output, progress to standard error; all is well: 0."""
    assert 0 == cli.main([*PLAY, "--matches", "2"])
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("ten-points, seed 1: 2 matches, ")
    assert ["seat", "bot", "wins"] == lines[3].split()[:3]
    assert ["corporal/1", "recruit/1", "random/1"] == [line.split()[1] for line in lines[4:7]]
    assert 7 == len(lines)
    assert "match/s" in err


def test_json_has_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` prints one object, with nothing that JSON does not know."""
    assert 0 == cli.main([*PLAY, "--matches", "1", "--json"])

    def refuse(word: str) -> None:
        raise AssertionError(word)

    figures = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert "ten-points" == figures["rules"]
    assert [0, 1, 2] == [seat["seat"] for seat in figures["seats"]]
    assert {"declarer", "second", "third"} == set(figures["seats"][0]["tricks"])


def test_rules_may_have_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Options follow the preset as words of their own, or in one word with it."""
    for rules in (["classic", "must-trump=yes"], ["classic must-trump=yes"]):
        words = ["simulate", "--rules", *rules, "--matches", "1", "--seed", "1"]
        assert 0 == cli.main([*words, "--bots", "random,random,random"])
        assert capsys.readouterr().out.startswith("classic must-trump=yes, seed 1: 1 matches")


@pytest.mark.slow
def test_records_are_the_same_from_any_hash_seed_and_jobs_and_are_verified(tmp_path: Path) -> None:
    """Byte for byte the same file; `verify` and `verify-shuffle` find nothing in it."""
    files = [tmp_path / "one.smr", tmp_path / "two.smr"]
    for file, jobs, hash_seed in zip(files, "12", ("0", "99"), strict=True):
        words = [*PLAY, "--matches", "10", "--record", str(file), "--jobs", jobs]
        assert 0 == command(*words, hash_seed=hash_seed).returncode
    assert files[0].read_bytes() == files[1].read_bytes()
    verified = command("verify", str(files[0]))
    assert (0, f"{files[0]}: 10 matches ok\n") == (verified.returncode, verified.stdout)
    assert 0 == command("verify-shuffle", str(files[0])).returncode


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no process group to interrupt")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_keeps_whole_matches_and_prints_their_table(tmp_path: Path, jobs: str) -> None:
    """After Ctrl-C the file holds the matches that the table counts, and the status is 130."""
    file = tmp_path / "some.smr"
    words = [*PLAY, "--matches", "100000", "--record", str(file), "--jobs", jobs]
    with subprocess.Popen(
        [sys.executable, "-m", "sergeantmajor", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        # The bar moves: at least a few matches are there.
        said = ""
        while not any(int(done) >= 4 for done in re.findall(r" (\d+)/100000 \[", said)):
            said = said[-100:] + process.stderr.read(1)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert 130 == process.returncode
    assert "simulate: interrupted after " in err
    assert "Traceback" not in err
    count = int(out.split(" matches")[0].rpartition(" ")[2].replace(",", ""))
    assert count >= 4
    verified = command("verify", str(file))
    assert f"{file}: {count} matches ok\n" == verified.stdout


BOTS = ["--bots", "random,random,random"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rules", "bridge", *BOTS], "'bridge' is no rule set: expected ten-points"),
        (["--rules", "ten-points", "jokers=2", *BOTS], "'jokers' is no rule option"),
        (["--rules", "ten-points", "once=yes", *BOTS], "once=yes cannot stand with end=points"),
        (["--rules", "ten-points", "--bots", "random,random"], "2 bots were named: expected three"),
        (["--rules", "ten-points", "--bots", "a,random,random"], "'a' is no bot: expected one of"),
        (["--rules", "ten-points", *BOTS, "--jobs", "0"], "'0' is no number from 1"),
        (["--rules", "ten-points", *BOTS, "--max-deals", "-3"], "'-3' is no number from 1"),
        (["--rules", "ten-points", *BOTS, "--record", "no/such/dir/x.smr"], "no/such/dir/x.smr"),
        (["--rules", "ten-points", *BOTS, "--record", "."], ".: Is a directory"),
        (["--rules", "ten-points", *BOTS, "--seed", "yesterday"], "'yesterday' is no seed"),
        ([*BOTS], "--rules"),
    ],
)
def test_bad_usage_gets_one_sentence(
    words: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was wrong and what was expected, in one line on standard error; the status is 2."""
    monkeypatch.chdir(tmp_path)
    try:
        status = cli.main(["simulate", "--matches", "1", "--seed", "1", *words])
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    out, err = capsys.readouterr()
    assert (2, "") == (status, out)
    assert sentence in err
    assert 1 == err.count("\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_gets_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """When the record cannot be written, that is said, and what was played before is shown."""
    assert 2 == cli.main([*PLAY, "--matches", "3", "--record", "/dev/full"])
    out, err = capsys.readouterr()
    assert "simulate: --record: /dev/full: No space left on device" in err
    assert "0 matches" in out
