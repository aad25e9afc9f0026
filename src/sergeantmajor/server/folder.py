"""
The data folder: where it is, and that one server at a time uses it.

The lock is SQLite's own, held on an empty file: it works the same everywhere and dies with the
process, however that dies.
"""

import os
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sergeantmajor.server.store import StoreError

DATABASE: Final = "tables.db"
LOCK: Final = "server.lock"


def default_folder(
    platform: str = sys.platform,
    environment: Mapping[str, str] = os.environ,
    home: Path | None = None,
) -> Path:
    """
    Return the data folder that the platform provides for.

    XDG's data home on Linux and elsewhere, `Library/Application Support` on macOS, the local
    application data on Windows. `StoreError` if this user has no home.
    """
    home = home or _home()
    if platform == "darwin":
        return home / "Library" / "Application Support" / "sergeantmajor"
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "sergeantmajor"
    base = Path(environment.get("XDG_DATA_HOME") or "")
    # The specification has relative paths ignored.
    return (base if base.is_absolute() else home / ".local" / "share") / "sergeantmajor"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise StoreError(
            "this user has no home folder: choose the data folder with --data"
        ) from error


class Folder:
    """
    A data folder, made if missing and held for this process until `close`.

    Raises:
        StoreError: It cannot be made or written, or another server uses it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"the data folder {path} cannot be made: {error.strerror or error}"
            ) from error
        try:
            self._lock = sqlite3.connect(path / LOCK, isolation_level=None, timeout=0)
        except sqlite3.Error as error:
            raise StoreError(f"the data folder {path} cannot be written") from error
        try:
            # Nothing is ever written there, so no journal need lie beside it.
            self._lock.execute("PRAGMA journal_mode = MEMORY")
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._lock.close()
            if "locked" in str(error):
                raise StoreError(
                    f"another server is using the data folder {path}:"
                    " stop it first, or choose another folder with --data"
                ) from error
            raise StoreError(f"the data folder {path} cannot be written") from error

    @property
    def database(self) -> Path:
        """The database file."""
        return self.path / DATABASE

    def close(self) -> None:
        """Let the next server have it."""
        self._lock.close()
