"""
Who a browser is: a random token in a cookie, of which only the hash is kept.

Whoever brings the token is the player; a name proves nothing. A token is made with a player's first
table and not on a first visit: the cookie is `SameSite=Strict`, so a browser that follows a link
from elsewhere arrives without it, and must not be given another in its place. For the same reason
a well-formed token that the server never saw is as good as a new one.
"""

import base64
import hashlib
import re
from collections.abc import Callable
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE: Final = "sergeantmajor"
TOKEN_BYTES: Final = 32
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""Browsers keep no cookie longer; it is renewed whenever the player's tables are listed."""

_TOKEN: Final = re.compile("[A-Za-z0-9_-]{43}")


def new_token(random: Callable[[int], bytes]) -> str:
    """Return a token of 256 random bits: 43 characters."""
    return base64.urlsafe_b64encode(random(TOKEN_BYTES)).rstrip(b"=").decode()


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token that a browser brought, `None` if it has none or an ill-formed one."""
    token = connection.cookies.get(COOKIE)
    return token if token is not None and _TOKEN.fullmatch(token) else None


def owner_of(token: str) -> bytes:
    """Return what is kept of a token: its SHA-256."""
    return hashlib.sha256(token.encode()).digest()


def remember(response: Response, token: str, *, secure: bool) -> None:
    """Have the browser keep a token, out of reach of scripts and of other sites."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )
