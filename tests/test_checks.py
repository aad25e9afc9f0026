"""`./test` itself: it counts right, prints in order, and can't be green by mistake."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

import checks
import chromium
import environment
import long_jobs
from checks import Part
from conftest import ROOT

JUNIT = '<testsuites><testsuite tests="{}" failures="{}" errors="{}" skipped="{}"/></testsuites>'


@pytest.fixture(autouse=True)
def _this_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Run the parts with the Python that runs this, and write in a folder of its own."""
    monkeypatch.setattr(checks, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(checks, "CACHE", tmp_path)


def part(name: str, code: str) -> Part:
    """Return a check that runs some Python."""
    return Part(name, ["-c", code])


def test_the_last_line_is_the_sum(capsys: pytest.CaptureFixture[str]) -> None:
    """All parts are counted, and the last line says nothing else."""
    lanes = [[part("one", ""), part("two", "raise SystemExit(1)")], [part("three", "")]]
    assert checks._run(lanes, 0.0) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "2 passed, 1 failed"
    assert "failed: two" in lines


def test_all_green_is_status_0(capsys: pytest.CaptureFixture[str]) -> None:
    """A run without failure says so by its status."""
    assert checks._run([[part("one", "")]], 0.0) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"


def test_what_lanes_print_comes_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Parts that run side by side do not mix their lines, and each says its minutes."""
    lanes = [[part("one", "print('a'); print('b')")], [part("two", "print('c')")]]
    checks._run(lanes, 0.0)
    out = re.sub(r"\d+\.\d\d min", "M min", capsys.readouterr().out)
    assert out.startswith(
        "\n== one\na\nb\n== one: 1 passed, 0 failed, M min\n"
        "\n== two\nc\n== two: 1 passed, 0 failed, M min\n"
    )


def test_a_part_that_cannot_run_fails_with_its_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A missing tool is a failure, never a skip."""
    missing = Part("browser", [], wanted="the browser tests need Chromium")
    assert checks._run([[missing]], 0.0) == 1
    assert "the browser tests need Chromium" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("counts", "status", "expected"),
    [
        ((5, 0, 0, 0), 0, (5, 0)),
        ((5, 1, 1, 1), 1, (2, 2)),
        ((0, 0, 0, 0), 5, (0, 1)),
        ((5, 0, 0, 0), 3, (5, 1)),
    ],
    ids=["green", "red", "no test ran", "pytest broke"],
)
def test_counts_come_from_pytests_report(
    tmp_path: Path, counts: tuple[int, ...], status: int, expected: tuple[int, int]
) -> None:
    """Skipped tests count as neither; a red status is never without a failure."""
    report = tmp_path / "report.xml"
    report.write_text(JUNIT.format(*counts), encoding="utf-8")
    assert checks._count(Part("pytest", [], report), status) == expected


def test_no_report_is_a_failure(tmp_path: Path) -> None:
    """A pytest that died without a report has failed, whatever its status."""
    assert checks._count(Part("pytest", [], tmp_path / "none.xml"), 0) == (0, 1)


def test_an_old_report_is_not_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What an earlier run left is not taken for this one's count."""
    report = tmp_path / "report.xml"
    report.write_text(JUNIT.format(9, 0, 0, 0), encoding="utf-8")
    checks._run([[Part("pytest", ["-c", ""], report)]], 0.0)
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


def test_fast_leaves_out_browser_slow_tests_and_coverage() -> None:
    """The fast run has the same lint and fewer tests, in two lanes that leave none out."""
    (lint, tests) = checks._lanes(fast=True, browser=True)
    (full, _) = checks._lanes(fast=False, browser=False)
    assert [*(p.name for p in full), "pytest server"] == [p.name for p in lint]
    assert ["pytest"] == [p.name for p in tests]
    for part in (lint[-1], tests[0]):
        assert "not browser and not slow" in part.command
        assert "coverage" not in part.command
    served = [word for word in lint[-1].command if word.startswith("tests/")]
    ignored = [word for word in tests[0].command if word.startswith("--ignore=")]
    assert served
    assert [f"--ignore={place}" for place in served] == ignored


def test_without_chromium_the_browser_part_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where no Chromium is and none can be installed, the full run fails with one sentence."""
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr(chromium, "install", lambda: None)
    (lint, _) = checks._lanes(fast=False, browser=True)
    assert lint[-1].name == "pytest browser"
    assert "install it" in (lint[-1].wanted or "")


def test_a_named_chromium_that_is_not_there_is_not_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The variable names the browser to test; another one would be a silent surprise."""
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "none"))
    assert chromium.find() is None


def test_coverage_is_asked_of_floors_0_to_5() -> None:
    """The modules under the coverage gate are those of the floors up to `view`."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    floors = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    low = [name for floor in floors for name in re.findall(r"\w+", floor)]
    cut = next(i for i, floor in enumerate(floors) if re.search(r"\bview\b", floor))
    expected = {n for floor in floors[cut:] for n in re.findall(r"\w+", floor)}
    assert set(checks.COVERED) | {"kernel"} == expected
    assert len(low) == len(set(low))


def test_ci_runs_the_same_command() -> None:
    """Continuous integration has no checks of its own."""
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line and not line.startswith("#")]
    assert code == ['cd "$(dirname "$0")/.." && exec ./test']


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two long jobs."""
    folder = tmp_path / "long"
    folder.mkdir()
    (folder / "count_deals.py").write_text(
        '"""Count all deals.\n\nMore."""\n\ndef main(argv):\n    return len(argv)\n', "utf-8"
    )
    (folder / "fuzz_records.py").write_text(
        '"""Fuzz the reader."""\n\nREQUIREMENTS = "fuzz"\n\nimport no_such_module\n', "utf-8"
    )
    monkeypatch.setattr(long_jobs, "JOBS", folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return folder


def test_long_jobs_are_listed_without_being_run(
    jobs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list gives each job's name and what it does."""
    assert checks.main(["--long"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=1) for line in lines] == [
        ["count_deals", "Count all deals."],
        ["fuzz_records", "Fuzz the reader."],
    ]


def test_a_long_job_gets_its_arguments_and_gives_its_status(
    jobs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows the name goes to the job."""
    monkeypatch.delitem(sys.modules, "count_deals", raising=False)
    assert long_jobs.run("count_deals", ["--a", "--b"]) == 2


def test_a_long_job_says_what_it_needs(jobs: Path) -> None:
    """The lock file that a job needs is known before anything is imported."""
    assert long_jobs.requirements("count_deals") == "test"
    assert long_jobs.requirements("fuzz_records") == "fuzz"


def test_an_unknown_long_job_is_one_sentence(jobs: Path) -> None:
    """A wrong name says how to see the right ones."""
    with pytest.raises(environment.SetupError, match="no long job 'nothing'"):
        checks.main(["--long", "nothing"])


def test_every_long_job_has_a_description() -> None:
    """The list of long jobs has no empty line, and each has a main."""
    for name, what in long_jobs.names().items():
        assert what
        assert "def main(" in (long_jobs.JOBS / f"{name}.py").read_text(encoding="utf-8")
