"""What the browser gets from elsewhere is what the table says, and nothing else."""

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

import vendor
from classic_deck import FACES, DeckError, extract, themed
from conftest import ROOT


@pytest.fixture
def table() -> dict[str, Any]:
    """Return the table of vendored files."""
    return tomllib.loads(vendor.TABLE.read_text(encoding="utf-8"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the vendored files, to spoil."""
    return Path(shutil.copytree(vendor.VENDOR, tmp_path / "vendor"))


def test_committed_files_are_as_the_table_says(table: dict[str, Any]) -> None:
    """The check is green on what is committed."""
    vendor.check(table, vendor.VENDOR, vendor.NOTICE)


@pytest.mark.parametrize("name", ["preact.js", "importmap.json", "classic/SK.svg"])
def test_a_changed_byte_is_found(table: dict[str, Any], copy: Path, name: str) -> None:
    """One changed byte in a module, the import map or a picture is named."""
    spoiled = copy / name
    spoiled.write_bytes(spoiled.read_bytes().replace(b"e", b"f", 1))
    with pytest.raises(vendor.VendorError, match="not as the table says"):
        vendor.check(table, copy, vendor.NOTICE)


@pytest.mark.parametrize("name", ["signals.js", "importmap.json", "classic/HA.svg"])
def test_a_missing_file_is_found(table: dict[str, Any], copy: Path, name: str) -> None:
    """A file that is gone is named, or its folder is."""
    (copy / name).unlink()
    with pytest.raises(vendor.VendorError, match=r"missing|not as the table says"):
        vendor.check(table, copy, vendor.NOTICE)


@pytest.mark.parametrize("name", ["extra.js", "classic/extra.svg", "folder/extra.js"])
def test_a_file_from_nowhere_is_found(table: dict[str, Any], copy: Path, name: str) -> None:
    """Nothing may lie there that the table does not name."""
    extra = copy / name
    extra.parent.mkdir(exist_ok=True)
    extra.write_bytes(b"1")
    with pytest.raises(vendor.VendorError, match=r"not in the table|not as the table says"):
        vendor.check(table, copy, vendor.NOTICE)


def test_every_package_is_in_the_notice(table: dict[str, Any], tmp_path: Path) -> None:
    """A package whose version NOTICE does not name is found."""
    notice = tmp_path / "NOTICE"
    notice.write_text(vendor.NOTICE.read_text(encoding="utf-8").replace("htm 3", "htm 2"), "utf-8")
    with pytest.raises(vendor.VendorError, match="NOTICE does not name htm 3"):
        vendor.check(table, vendor.VENDOR, notice)


def test_the_command_says_what_is_wrong_and_fails(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` ends with status 1 and one line."""
    (copy / "preact.js").write_bytes(b"alert(1)")
    monkeypatch.setattr(vendor, "VENDOR", copy)
    assert vendor.main(["--check"]) == 1
    assert capsys.readouterr().err == "vendor: preact.js is not as the table says\n"


def test_types_are_those_of_the_vendored_versions(table: dict[str, Any]) -> None:
    """The type checker reads the declarations of the very versions that are shipped."""
    settings = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    typed = settings["devDependencies"]
    shipped = {package["name"]: package["version"] for package in table["package"]}
    modules = {module["import"] for module in table["module"]}
    for name in typed.keys() & shipped.keys():
        assert typed[name] == shipped[name]
    assert all(any(m == name or m.startswith(f"{name}/") for name in typed) for m in modules)


def test_modules_import_only_what_the_import_map_names(table: dict[str, Any]) -> None:
    """A vendored module is whole but for the names that the browser can resolve."""
    names = {module["import"] for module in table["module"]}
    for module in table["module"]:
        source = (vendor.VENDOR / module["file"]).read_text(encoding="utf-8")
        assert set(re.findall(r'(?:from|import)"([^"]+)"', source)) <= names - {module["import"]}
        assert "export" in source


def test_the_deck_is_whole_and_takes_the_themes_colours() -> None:
    """52 pictures, each to be referred to as #card, with no colour but variables and defaults."""
    pictures = sorted((vendor.VENDOR / "classic").iterdir())
    assert {path.stem[1] + path.stem[0] for path in pictures} == FACES
    for path in pictures:
        svg = path.read_text(encoding="utf-8")
        assert 'id="card"' in svg
        for colour in re.findall(r'(?:fill|stroke)="([^"]*)"', svg):
            assert colour in ("none", "currentColor") or colour.startswith("var(--court-")
        assert "currentColor" in svg


CARD = (
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' {more}>"
    "<symbol id='SSA'><path fill='black' d='M0 0'/></symbol>"
    "<symbol id='VSA'><path stroke='black' d='M1 1'/></symbol>"
    "<symbol id='SA1'><path fill='{colour}' d='M2 2'/></symbol>"
    "<rect fill='white' stroke='black'/>"
    "<use xlink:href='#VSA' x='-114.4'/><use xlink:href='#SSA' x='-111.784'/>"
    "<g><use xlink:href='#SSA' x='0'/></g></svg>"
)


def test_a_drawing_loses_paper_and_index_and_keeps_its_pip() -> None:
    """Paper and index go, pips take the suit's colour, court layers their variables."""
    svg = themed(CARD.format(more="face='AS'", colour="red"))
    assert "rect" not in svg
    assert "VSA" not in svg
    assert "-111.784" not in svg
    assert svg.count('href="#SSA"') == 1
    assert svg.count("currentColor") == 1
    assert 'fill="var(--court-red,red)"' in svg


def test_an_unknown_colour_is_refused() -> None:
    """A new version of the deck with another colour does not slip through."""
    with pytest.raises(DeckError, match="unknown colour 'mauve'"):
        themed(CARD.format(more="", colour="mauve"))


def test_a_deck_that_is_not_whole_is_refused() -> None:
    """A package with a card too few, or a picture of nothing, is not taken."""
    picture = '"data:image/svg+xml,' + CARD.format(more="face='AS'", colour="red") + '"'
    with pytest.raises(DeckError, match="expected 52 cards, found 1"):
        extract(picture)
    with pytest.raises(DeckError, match="which card"):
        extract(picture.replace("face='AS'", ""))
