"""
The browser's files: read once, served from memory under a name that changes with them.

Only what was read at the start can be served, so no path leads out of the folders. The version in
the address is a hash of all files: whatever is under it never changes and is kept for ever.
"""

import base64
import hashlib
import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from sergeantmajor.server.guard import refusal

# By hand: the operating system's table may say anything, and a wrong type breaks modules.
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".ftl": "text/plain; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_PAGE: Final = "index.html"
_INLINE: Final = re.compile(rb'<script type="importmap">(.*?)</script>', re.DOTALL)


class Pages:
    """
    All browser files of the package.

    Attributes:
        version: Hash of all files, as it stands in addresses: 16 characters.
        page: The one document, its addresses filled in.
        policy: The content security policy that goes with it.
    """

    def __init__(self) -> None:
        package = resources.files("sergeantmajor")
        self._files = dict(_files(package / "web", ""))
        words = package / "words"
        self._files |= {
            f"words/{item.name}": item.read_bytes()
            for item in words.iterdir()
            if item.name.endswith(".ftl")
        }
        digest = hashlib.sha256()
        for path, data in sorted(self._files.items()):
            digest.update(f"{path}\0{len(data)}\0".encode())
            digest.update(data)
        self.version = digest.hexdigest()[:16]
        base = f"/static/{self.version}".encode()
        self.page = self._files.pop(_PAGE).replace(b"{{static}}", base)
        self.policy = _policy(self.page)
        self._etag = f'"{self.version}"'

    async def show_page(self, request: Request) -> Response:
        """Answer with the document; a browser asks each time whether it changed."""
        headers = {
            "content-security-policy": self.policy,
            "cache-control": "no-cache",
            "etag": self._etag,
        }
        if request.headers.get("if-none-match") == self._etag:
            return Response(status_code=304, headers=headers)
        return Response(self.page, media_type="text/html", headers=headers)

    async def show_file(self, request: Request) -> Response:
        """Answer with a browser file; 404 for another version's, which is not here any more."""
        path = request.path_params["path"]
        data = self._files.get(path)
        if data is None or request.path_params["version"] != self.version:
            return refusal(404, "not-found")
        kind = _TYPES[path[path.rindex(".") :]]
        headers = {"cache-control": "public, max-age=31536000, immutable", "content-type": kind}
        return Response(data, headers=headers)


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of every file whose type we know, folders opened up."""
    for item in folder.iterdir():
        path = prefix + item.name
        if item.is_dir():
            yield from _files(item, path + "/")
        elif path[path.rfind(".") :] in _TYPES:
            yield path, item.read_bytes()


def _policy(page: bytes) -> str:
    """Return a policy that allows our own files and the one inline script, by its hash."""
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in _INLINE.findall(page)
    ]
    return "; ".join(
        [
            "default-src 'none'",
            " ".join(["script-src 'self'", *hashes]),
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    )
