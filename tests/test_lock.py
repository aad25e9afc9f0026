"""The lock files: hashes, no addresses, one environment, and all that pyproject.toml asks for."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import lock
from conftest import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def pins(name: str) -> dict[str, set[str]]:
    """Return the pinned versions in a lock file, by package."""
    found: dict[str, set[str]] = {}
    for pin in re.finditer(r"(?m)^(\S+)==(\S+)", text(name)):
        found.setdefault(pin[1], set()).add(pin[2])
    return found


def text(name: str) -> str:
    """Return the text of a lock file."""
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def test_every_lock_is_there() -> None:
    """The files are those that the command makes."""
    assert {path.stem for path in LOCKS} == set(lock.LOCKS)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_no_addresses(path: Path) -> None:
    """A lock file holds versions and hashes; where they come from is the machine's setting."""
    content = path.read_text(encoding="utf-8")
    assert not re.findall(r"://|--index|--find-links| @ ", content)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_pin_is_hashed(path: Path) -> None:
    """Each requirement is exact, and has the hash of at least one file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 1
    for line, following in zip(lines[1:], [*lines[2:], ""], strict=True):
        if line.startswith("    --hash=sha256:"):
            continue
        assert re.match(r"\S+==\S+ (; .* )?\\$", line)
        assert following.startswith("    --hash=sha256:")


@pytest.mark.parametrize("larger", ["test", "fuzz"])
def test_one_environment(larger: str) -> None:
    """What testing installs keeps every version that playing installs."""
    assert pins("play").items() <= pins(larger).items()


@pytest.mark.parametrize("name", list(lock.LOCKS))
def test_a_lock_holds_what_is_asked_for(name: str) -> None:
    """Each dependency in pyproject.toml is pinned at a version that it admits."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups, _ = lock.LOCKS[name]
    wanted = [entry for group in groups for entry in settings["dependency-groups"][group]]
    if name != "lock":
        wanted += settings["project"]["dependencies"]
    found = pins(name)
    for entry in wanted:
        requirement = Requirement(entry)
        versions = found.get(canonicalize_name(requirement.name), set())
        assert any(requirement.specifier.contains(version) for version in versions), entry


def test_the_back_end_is_the_one_that_is_locked() -> None:
    """What builds the package is asked for once, in the same words."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["dependency-groups"]["build"] == settings["build-system"]["requires"]


def test_npm_lock_has_no_addresses() -> None:
    """The browser's type packages are locked by hash alone."""
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert len(packages) > 1
    for name, package in packages.items():
        assert "resolved" not in package
        assert not name or package["integrity"].startswith("sha512-")
