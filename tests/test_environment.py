"""The set-up that both commands share, and what `./play` and `./test` say when it can't be."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import environment
from conftest import ROOT


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a clone with an environment that is set up, as far as files tell."""
    for name in ("pyproject.toml", "requirements/play.txt", "src/sergeantmajor/__init__.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((ROOT / name).read_bytes())
    home = tmp_path / ".venv"
    python = home / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_bytes(b"an interpreter")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "CACHE", tmp_path / ".cache")
    monkeypatch.setattr(environment, "VENV", home)
    monkeypatch.setattr(environment, "PYTHON", python)
    monkeypatch.setattr(environment, "BROKEN_OFF", home / ".broken-off")
    stamp = home / ".ready-play.json"
    stamp.write_text(json.dumps(environment._fingerprint("play")), encoding="utf-8")
    return tmp_path


@pytest.fixture
def no_set_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of set-ups that were begun; none of them is really done."""
    begun: list[str] = []
    monkeypatch.setattr(environment, "_set_up", begun.append)
    return begun


def test_a_second_run_sets_nothing_up(clone: Path, no_set_up: list[str]) -> None:
    """Nothing is installed when nothing changed since the last set-up."""
    assert environment.ensure("play") == clone / ".venv" / "bin" / "python"
    assert no_set_up == []


@pytest.mark.parametrize(
    "name",
    [
        "requirements/play.txt",
        "src/sergeantmajor/__init__.py",
        ".venv/bin/python",
    ],
)
def test_a_change_sets_up_again(clone: Path, no_set_up: list[str], name: str) -> None:
    """A new lock, version or interpreter is a reason to set up again."""
    with (clone / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    environment.ensure("play")
    assert no_set_up == ["play"]


def test_only_the_project_part_of_pyproject_counts(clone: Path, no_set_up: list[str]) -> None:
    """A new lint setting installs nothing; a new dependency does."""
    settings = clone / "pyproject.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text + "\n[tool.other]\nsetting = 1\n", encoding="utf-8")
    environment.ensure("play")
    assert no_set_up == []
    settings.write_text(text.replace("dependencies = [", 'dependencies = ["new",'), "utf-8")
    environment.ensure("play")
    assert no_set_up == ["play"]


def test_a_broken_off_set_up_begins_anew(clone: Path, no_set_up: list[str]) -> None:
    """The mark of a set-up that did not end outweighs a stamp."""
    (clone / ".venv" / ".broken-off").touch()
    environment.ensure("play")
    assert no_set_up == ["play"]
    assert environment._must_rebuild()


def test_a_moved_clone_rebuilds(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment names its own path in its scripts, so it can't be moved."""
    stamp = clone / ".venv" / ".ready-play.json"
    moved = json.loads(stamp.read_text(encoding="utf-8")) | {"root": "elsewhere"}
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0))
    assert not environment._must_rebuild()
    stamp.write_text(json.dumps(moved), encoding="utf-8")
    assert environment._must_rebuild()


def test_one_set_up_at_a_time(clone: Path) -> None:
    """A second set-up waits as long as the first one holds the lock, and not longer."""
    with environment._alone(), (clone / ".cache" / "setup.lock").open("a+b") as second:
        assert not environment._try_lock(second)
    with (clone / ".cache" / "setup.lock").open("a+b") as second:
        assert environment._try_lock(second)


def test_without_venv_one_sentence(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Debian without python3-venv the package to install is named."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(environment.SetupError, match="apt-get install python3-venv"):
        environment._build()
    assert (clone / ".venv").exists()


def test_an_unwritable_place_is_one_sentence(clone: Path) -> None:
    """Where nothing can be written, set-up says so and raises nothing else."""
    (clone / ".cache").write_text("a file, not a folder", encoding="utf-8")
    (clone / ".venv" / ".ready-play.json").unlink()
    with pytest.raises(environment.SetupError, match="can't be written"):
        environment.ensure("play")


def test_pip_that_fails_is_one_sentence_and_its_last_words(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What pip said last is shown, on standard error only."""
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    with pytest.raises(environment.SetupError, match="pip could not install play"):
        environment._pip(["--no-index", "-r", str(clone / "none.txt")], 3, "play")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "none.txt" in printed.err


@pytest.mark.parametrize("command", ["play", "test"])
def test_an_old_python_gets_one_sentence(command: str) -> None:
    """A Python that is too old is named in one line, with status 2 and no traceback."""
    code = f"""
import runpy, sys
sys.version_info = (3, 10, 1, "final", 0)
runpy.run_path({str(ROOT / command)!r}, run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (f"{command}: Python 3.11 or later is needed, and this is Python 3.10.\n")


def test_the_commands_exit_status_is_passed_on() -> None:
    """Handing over keeps standard output and exit status of the command."""
    code = """
import sys
import environment
sys.exit(environment.hand_over([sys.executable, "-c", "print('answer'); raise SystemExit(7)"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT / "tools",
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, "answer\n", "")
