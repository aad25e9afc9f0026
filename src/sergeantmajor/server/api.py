"""
The calls of the browser beside the socket: rules, bots, tables, records.

Bodies and answers are in docs/protocol.md.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from sergeantmajor.cards import Seat
from sergeantmajor.rules import OPTIONS, PRESETS, Option, problems_of, rules_of
from sergeantmajor.server.guard import Rate, Refused, answer, read_body, refusal
from sergeantmajor.server.names import NameRefused, checked_name
from sergeantmajor.server.records import record_of
from sergeantmajor.server.sessions import new_token, owner_of, remember, token_of
from sergeantmajor.server.store import StoreError, Summary
from sergeantmajor.server.table import players_of
from sergeantmajor.server.tables import Tables
from sergeantmajor.wire import PlayerMessage

MOST_LISTED: Final = 100
"""Tables in one player's list."""
TABLES_AT_ONCE: Final = 60
TABLES_PER_SECOND: Final = 1
CALLS_AT_ONCE: Final = 200
CALLS_PER_SECOND: Final = 50
MOST_CALLERS: Final = 10_000
"""Callers whose rates are remembered; beyond that the full buckets are forgotten."""

Word = Annotated[str, Meta(max_length=100)]


class Choice(Struct):
    """A choice of rules."""

    preset: Word
    options: dict[Word, Word] = {}


class NewTable(Struct):
    """A table that a player wants."""

    preset: Word
    name: Annotated[str, Meta(max_length=1000)]
    bots: tuple[Word, Word]
    options: dict[Word, Word] = {}
    declarer: Annotated[int, Meta(ge=0, le=2)] | None = None


class OptionAnswer(Struct, omit_defaults=True):
    """One option: `choice` with its values, `number` with its bounds, or a kind of its own."""

    key: str
    kind: str
    values: tuple[str, ...] | UnsetType = UNSET
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET


class TableAnswer(Struct):
    """One table in a player's list."""

    table: str
    rules: str
    players: list[PlayerMessage]
    played: int
    totals: tuple[int, int, int]
    over: bool
    changed: str


class Api:
    """
    The calls.

    Args:
        tables: The tables.
        bots: Full name of each bot by its short one, in rising order of strength.
        clock: Seconds, for rates.
    """

    def __init__(self, tables: Tables, bots: Mapping[str, str], clock: Callable[[], float]) -> None:
        self._tables = tables
        self._bots = bots
        self._clock = clock
        self._calls: dict[str, Rate] = {}
        self._openings: dict[str, Rate] = {}
        self._rules = {
            "presets": [{"name": name, "values": rules_of(name).values()} for name in PRESETS],
            "options": list(map(_option, OPTIONS)),
        }

    async def show_rules(self, request: Request) -> Response:
        """`GET /api/rules`."""
        self._brake(request)
        return answer(self._rules)

    async def check_rules(self, request: Request) -> Response:
        """`POST /api/rules`."""
        self._brake(request)
        wanted: Choice = await read_body(request, Choice)
        problems = problems_of(wanted.preset, wanted.options)
        if problems:
            said = [{"code": problem.code, "params": problem.params} for problem in problems]
            return answer({"ok": False, "problems": said})
        rules = rules_of(wanted.preset, wanted.options)
        return answer({"ok": True, "text": str(rules), "values": rules.values(), "problems": []})

    async def show_bots(self, request: Request) -> Response:
        """`GET /api/bots`."""
        self._brake(request)
        return answer({"bots": list(self._bots)})

    async def open_table(self, request: Request) -> Response:
        """`POST /api/tables`; a player without a token gets one."""
        self._brake(request)
        wanted: NewTable = await read_body(request, NewTable)
        problems = problems_of(wanted.preset, wanted.options)
        if problems:
            raise Refused(400, problems[0].code, problems[0].params)
        for bot in wanted.bots:
            if bot not in self._bots:
                raise Refused(400, "unknown-bot", {"bot": bot[:40]})
        try:
            name = checked_name(wanted.name)
        except NameRefused as error:
            raise Refused(400, error.code, error.params) from None
        if not _rate(self._openings, request, TABLES_AT_ONCE, TABLES_PER_SECOND, self._clock):
            raise Refused(429, "too-fast")
        token = token_of(request) or new_token(self._tables.services.random)
        table = await self._tables.open(
            rules_of(wanted.preset, wanted.options),
            name,
            owner_of(token),
            [self._bots[bot] for bot in wanted.bots],
            None if wanted.declarer is None else Seat(wanted.declarer),
        )
        response = answer({"table": table}, 201)
        remember(response, token, secure=request.url.scheme == "https")
        return response

    async def list_tables(self, request: Request) -> Response:
        """`GET /api/tables`; renews the player's cookie."""
        self._brake(request)
        token = token_of(request)
        if token is None:
            return answer({"tables": []})
        found = await self._tables.services.store.of_owner(owner_of(token), MOST_LISTED)
        response = answer({"tables": list(map(_listed, found))})
        remember(response, token, secure=request.url.scheme == "https")
        return response

    async def show_record(self, request: Request) -> Response:
        """`GET /api/tables/ID/record`."""
        self._brake(request)
        table = request.path_params["table"]
        log = await self._tables.services.store.load(table)
        if log is None:
            raise Refused(404, "unknown-table")
        token = token_of(request)
        owner = None if token is None else owner_of(token)
        seats = [seat for seat in Seat if log.opening.persons[seat].owner == owner]
        if owner is None or not seats:
            raise Refused(404, "not-your-table")
        shuffle = self._tables.services.shuffle(log.opening.secret, log.opening.match)
        text = await asyncio.to_thread(record_of, log, seats[0], shuffle)
        name = f"sergeantmajor-{log.opening.opened[:10]}-{table[:8]}.smr"
        return Response(
            text,
            media_type="text/x-sergeant-major; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    def _brake(self, request: Request) -> None:
        if not _rate(self._calls, request, CALLS_AT_ONCE, CALLS_PER_SECOND, self._clock):
            raise Refused(429, "too-fast")


def _rate(
    rates: dict[str, Rate],
    request: Request,
    most: float,
    per_second: float,
    clock: Callable[[], float],
) -> bool:
    """Return whether a caller may call, by his address."""
    caller = request.client.host if request.client else ""
    rate = rates.get(caller)
    if rate is None:
        if len(rates) >= MOST_CALLERS:
            for other in [other for other, bucket in rates.items() if bucket.full]:
                del rates[other]
        rate = rates[caller] = Rate(most, per_second, clock)
    return rate.take()


def _option(option: Option) -> OptionAnswer:
    if option.values:
        return OptionAnswer(option.key, "choice", values=option.values)
    if option.most:
        return OptionAnswer(option.key, "number", least=option.least, most=option.most)
    return OptionAnswer(option.key, option.key)


def _listed(summary: Summary) -> TableAnswer:
    opening = summary.opening
    return TableAnswer(
        opening.match,
        str(opening.rules),
        players_of(opening),
        summary.played,
        summary.totals,
        summary.over,
        summary.changed,
    )


async def say_refused(_request: Request, error: Exception) -> Response:
    """Turn a refusal, or the store's failing, into its answer."""
    if isinstance(error, Refused):
        return refusal(error.status, error.code, error.params)
    assert isinstance(error, StoreError)
    return refusal(503, "storage")
