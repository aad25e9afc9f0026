"""The web application: which address is answered by what."""

from collections.abc import Callable, Iterable, Mapping

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from sergeantmajor.server.api import Api, say_refused
from sergeantmajor.server.guard import Guard, Refused, refusal
from sergeantmajor.server.pages import Pages
from sergeantmajor.server.sockets import Sockets
from sergeantmajor.server.store import StoreError
from sergeantmajor.server.tables import Tables


def make_app(
    tables: Tables,
    bots: Mapping[str, str],
    clock: Callable[[], float],
    hosts: Iterable[str] = (),
) -> Starlette:
    """
    Return the application.

    Args:
        tables: The tables it shows.
        bots: Full name of each bot by its short one, in rising order of strength.
        clock: Seconds, never running back, for rates.
        hosts: Names under which the server may be called, besides addresses and `localhost`.
    """
    pages = Pages()
    api = Api(tables, bots, clock)
    sockets = Sockets(tables, clock)
    app = Starlette(
        routes=[
            Route("/", pages.show_page),
            Route("/table/{table}", pages.show_page),
            Route("/static/{version}/{path:path}", pages.show_file),
            Route("/api/rules", api.show_rules),
            Route("/api/rules", api.check_rules, methods=["POST"]),
            Route("/api/bots", api.show_bots),
            Route("/api/tables", api.list_tables),
            Route("/api/tables", api.open_table, methods=["POST"]),
            Route("/api/tables/{table}/record", api.show_record),
            WebSocketRoute("/api/tables/{table}/socket", sockets.serve),
        ],
        middleware=[Middleware(Guard, hosts=list(hosts))],
        exception_handlers={
            Refused: say_refused,
            StoreError: say_refused,
            HTTPException: _say_status,
        },
    )
    # An address is right or it is not; a redirection built from a request is of no use here.
    app.router.redirect_slashes = False
    return app


async def _say_status(_request: Request, error: Exception) -> Response:
    """Say what Starlette refuses (no such page, no such method) as a code, too."""
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "no-such-method"}.get(error.status_code, "malformed")
    response = refusal(error.status_code, code)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response
