"""The README: what it tells newcomers to type does what it says."""

import re
import shlex
from pathlib import Path

import pytest

from sergeantmajor.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_example_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The example of the library prints each match of a sample."""
    monkeypatch.chdir(ROOT)
    (code,) = _blocks("python")
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 (it is our own)
    printed = capsys.readouterr().out.splitlines()
    assert printed
    assert all(re.fullmatch(r"\d+ classic.* \d+ deals", line) for line in printed)


def test_every_command_exists(capsys: pytest.CaptureFixture[str]) -> None:
    """Each command, and each of its options, is one that the program has."""
    lines = [line for block in _blocks("sh") for line in block.splitlines()]
    called = [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("./play ")]
    named = [words for words in called if words]
    assert ["verify", "show", "simulate", "verify-shuffle"] == [words[0] for words in named]
    for command, *words in named:
        assert main([command, "--help"]) == 0
        text = capsys.readouterr().out
        for word in words:
            assert not word.startswith("--") or word in text
