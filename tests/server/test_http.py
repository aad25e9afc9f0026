"""The calls beside the socket: pages, rules, tables, records, and what is refused."""

import asyncio
import base64
import hashlib
import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from sergeantmajor.errors import RulesError
from sergeantmajor.notation import read_records, write_record
from sergeantmajor.rules import OPTIONS, PRESETS, rules_of
from sergeantmajor.server.guard import Guard, Refused, read_body
from sergeantmajor.shuffle import Shuffle
from server.house import Browser, House, in_phase


def test_page(browser: Browser) -> None:
    """Both addresses give the one page, its files under one version, its script allowed by hash."""
    page = browser.http.get("/")
    assert page.text == browser.http.get("/table/anything").text
    assert "{{static}}" not in page.text
    (version,) = set(re.findall(r"/static/([0-9a-f]{16})/", page.text))
    (inline,) = re.findall(r"<script type=.importmap.>(.*?)</script>", page.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
    policy = page.headers["content-security-policy"]
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in page.headers
    again = browser.http.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    for path in re.findall(r'"(/static/[^"]+)"', page.text):
        if "." in path.rpartition("/")[2]:
            assert browser.http.get(path).status_code == 200, path
    assert len(version) == 16


def test_files(browser: Browser) -> None:
    """Browser files are kept for ever, with the right type; another version's are not there."""
    base = re.findall(r"/static/[0-9a-f]{16}", browser.http.get("/").text)[0]
    for path, kind in {
        "js/main.js": "text/javascript; charset=utf-8",
        "css/table.css": "text/css; charset=utf-8",
        "img/icon.svg": "image/svg+xml",
        "words/en.ftl": "text/plain; charset=utf-8",
    }.items():
        response = browser.http.get(f"{base}/{path}")
        assert response.headers["content-type"] == kind
        assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert response.headers["x-content-type-options"] == "nosniff"
    for path in (
        f"{base}/index.html",
        f"{base}/js/none.js",
        f"{base}/js/",
        f"{base}/",
        base,
        "/static/0123456789abcdef/js/main.js",
        f"{base}/../server/sqlite.py",
        f"{base}/%2e%2e/server/sqlite.py",
        f"{base}/..%2fserver%2fsqlite.py",
        f"{base}/..\\server\\sqlite.py",
        f"{base}//etc/passwd",
        f"{base}/js/main.js%00",
        "/words/en.ftl",
        "/tables.db",
    ):
        response = browser.http.request("GET", browser.url + path)
        assert (response.status_code, response.json()["code"]) == (404, "not-found"), path


def test_every_answer_is_guarded(browser: Browser) -> None:
    """Every answer, refusals too, forbids guessing, framing and referrers."""
    for path in ("/", "/nothing", "/api/rules", "/api/tables", "/api/tables/x/record"):
        headers = browser.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "server" not in headers
    assert browser.http.get("/api/tables").headers["cache-control"] == "no-store"


def test_rules(browser: Browser) -> None:
    """The rules list every preset and option; a check gives the text, or every problem."""
    listed = browser.http.get("/api/rules").json()
    assert [preset["name"] for preset in listed["presets"]] == list(PRESETS)
    for preset in listed["presets"]:
        assert preset["values"] == rules_of(preset["name"]).values()
    assert [option["key"] for option in listed["options"]] == [option.key for option in OPTIONS]
    kinds = {option["key"]: option for option in listed["options"]}
    assert kinds["direction"] == {"key": "direction", "kind": "choice", "values": ["cw", "ccw"]}
    assert kinds["points"] == {"key": "points", "kind": "number", "least": 1, "most": 1000}
    assert kinds["passes"] == {"key": "passes", "kind": "number", "least": 0, "most": 9}
    assert kinds["targets"] == {"key": "targets", "kind": "targets"}

    good = browser.http.post(
        "/api/rules", json={"preset": "ten-points", "options": {"points": "21"}}
    ).json()
    rules = rules_of("ten-points", {"points": "21"})
    assert good == {"ok": True, "text": str(rules), "values": rules.values(), "problems": []}
    bad = browser.http.post(
        "/api/rules", json={"preset": "fifteen-deals", "options": {"end": "points", "deals": "3"}}
    ).json()
    assert bad["ok"] is False
    assert [problem["code"] for problem in bad["problems"]] == ["rules-once-end", "rules-unused"]
    with pytest.raises(RulesError):
        rules_of("fifteen-deals", {"end": "points", "deals": "3"})


@pytest.mark.parametrize(
    ("change", "code", "params"),
    [
        ({"preset": "bridge"}, "rules-unknown-preset", {"preset": "bridge"}),
        ({"options": {"once": "yes"}}, "rules-once-end", None),
        ({"options": {"colour": "red"}}, "rules-unknown-option", {"option": "colour"}),
        ({"bots": ["plain", "hal"]}, "unknown-bot", {"bot": "hal"}),
        ({"bots": ["plain"]}, "malformed", {}),
        ({"bots": "plain"}, "malformed", {}),
        ({"declarer": 3}, "malformed", {}),
        ({"name": ""}, "name-empty", {}),
        ({"name": " \u3000\u00a0 "}, "name-empty", {}),
        ({"name": "a" * 25}, "name-long", {"most": "24"}),
        ({"name": "Ada\u202e"}, "name-character", {"character": "U+202E"}),
        ({"name": "A\u200bda"}, "name-character", {"character": "U+200B"}),
        ({"name": "A\nda"}, "name-character", {"character": "U+000A"}),
        ({"name": "A\x00da"}, "name-character", {"character": "U+0000"}),
        ({"name": "a" + "\u0301" * 5}, "name-character", {"character": "U+0301"}),
        ({"name": "\u3164"}, "name-character", {"character": "U+3164"}),
        ({"name": "Ada\u034f"}, "name-character", {"character": "U+034F"}),
        ({"name": "a" * 1001}, "malformed", {}),
        ({"name": 7}, "malformed", {}),
    ],
)
def test_table_refused(
    browser: Browser, change: dict[str, Any], code: str, params: dict[str, str] | None
) -> None:
    """A table that cannot be is refused with a code; none is opened, no cookie is set."""
    wanted = {"preset": "ten-points", "options": {}, "name": "Ada", "bots": ["plain", "plain"]}
    response = browser.http.post("/api/tables", json=wanted | change)
    assert (response.status_code, response.json()["code"]) == (400, code)
    if params is not None:
        assert response.json()["params"] == params
    assert "set-cookie" not in response.headers
    assert browser.http.get("/api/tables").json() == {"tables": []}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("A\u030angstro\u0308m", "\u00c5ngstr\u00f6m"),
        ("Ελένη", "Ελένη"),
        ("हिन्दी", "हिन्दी"),
        ("x" * 24, "x" * 24),
        ('"\\<b>', '"\\<b>'),
    ],
)
def test_names(browser: Browser, name: str, shown: str) -> None:
    """A name is taken in its normal form and shown to the table; bots are called otherwise."""
    table = browser.new_table(name=name)
    with browser.seat(table) as seated:
        players = seated.hello["players"]
    assert players[0] == {"name": shown, "bot": None}
    assert [player["bot"] for player in players[1:]] == ["plain/1", "other/1"]
    assert len({player["name"] for player in players}) == 3
    record = browser.http.get(f"/api/tables/{table}/record").content
    (read,) = read_records(io.BytesIO(record))
    assert read.tag("Seat0") == shown  # type: ignore[union-attr]


def test_bot_gives_way_to_a_name(browser: Browser) -> None:
    """Equal bots have different names, and none has the player's, however that is written."""
    table = browser.new_table(name="ROBIN", bots=["plain", "plain"])
    with browser.seat(table) as seated:
        names = [player["name"].casefold() for player in seated.hello["players"]]
    assert len(set(names)) == 3


def test_cookie(house: House, browser: Browser) -> None:
    """The token comes with the first table, out of scripts' reach; only its hash is kept."""
    response = browser.http.post(
        "/api/tables", json={"preset": "classic", "name": "Ada", "bots": ["plain", "plain"]}
    )
    cookie = response.headers["set-cookie"]
    assert re.fullmatch(
        r"sergeantmajor=[\w-]{43}; HttpOnly; Max-Age=34560000; Path=/; SameSite=strict", cookie
    )
    first = browser.token
    browser.new_table()
    assert browser.token == first
    listed = browser.http.get("/api/tables")
    assert len(listed.json()["tables"]) == 2
    assert listed.headers["set-cookie"] == cookie
    for path in Path(house.folder).iterdir():
        assert first.encode() not in path.read_bytes()


@pytest.mark.parametrize("token", ["", "x", "a" * 42, "a" * 44, "a" * 42 + "!", "é" * 43])
def test_ill_formed_token(browser: Browser, token: str) -> None:
    """A cookie that is no token is as none."""
    headers = {b"cookie": f"sergeantmajor={token}".encode()}
    assert browser.http.get("/api/tables", headers=headers).json() == {"tables": []}


def test_list_is_newest_first(browser: Browser) -> None:
    """The list holds the player's own tables and what stands there."""
    tables = [browser.new_table(name="Ada") for _ in range(3)]
    listed = browser.http.get("/api/tables").json()["tables"]
    assert {item["table"] for item in listed} == set(tables)
    assert listed[0] | {"table": ""} == {
        "table": "",
        "rules": "ten-points",
        "players": [
            {"name": "Ada", "bot": None},
            {"name": "Robin", "bot": "plain/1"},
            {"name": "Kim", "bot": "other/1"},
        ],
        "played": 0,
        "totals": [0, 0, 0],
        "over": False,
        "changed": "2026-11-30T21:00:00Z",
    }


def test_first_declarer(browser: Browser) -> None:
    """The first declarer is the one picked, and the record says so; else the shuffle draws him."""
    for declarer in (0, 1, 2):
        table = browser.new_table(declarer=declarer)
        with browser.seat(table) as seated:
            assert seated.view["declarer"] == declarer
        assert '[Declarer "picked"]' in browser.http.get(f"/api/tables/{table}/record").text
    drawn = set()
    for _ in range(20):
        table = browser.new_table(declarer=None)
        with browser.seat(table) as seated:
            drawn.add(seated.view["declarer"])
        assert "Declarer" not in browser.http.get(f"/api/tables/{table}/record").text
    assert drawn == {0, 1, 2}


def test_record(browser: Browser) -> None:
    """Until the result the record holds what the seat saw; then all of it, with the secret."""
    table = browser.new_table(declarer=None, options={"points": "1"})
    rng = random.Random(9)
    path = f"/api/tables/{table}/record"
    with browser.seat(table) as seated:
        seated.play_until(in_phase("play"), rng)
        response = browser.http.get(path)
        assert response.headers["content-type"] == "text/x-sergeant-major; charset=utf-8"
        assert ".smr" in response.headers["content-disposition"]
        (view,) = read_records(io.BytesIO(response.content))
        assert view.viewer == 0  # type: ignore[union-attr]
        assert view.tag("Secret") is None  # type: ignore[union-attr]
        assert view.tag("Commit") == seated.hello["commit"]  # type: ignore[union-attr]
        seated.play_until(in_phase("over"), rng)
    response = browser.http.get(path)
    (whole,) = read_records(io.BytesIO(response.content))
    assert whole.finished  # type: ignore[union-attr]
    assert write_record(whole) == response.text  # type: ignore[arg-type]
    secret = bytes.fromhex(whole.tag("Secret") or "")  # type: ignore[union-attr]
    shuffle = Shuffle(secret, table)
    assert shuffle.commit == seated.hello["commit"]
    assert shuffle.declarer() == whole.start.declarer  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{}", "application/json", 400, "malformed"),
        (b"", "application/json", 400, "malformed"),
        (b"[1]", "application/json", 400, "malformed"),
        (b"\xff\xfe", "application/json", 400, "malformed"),
        (b'{"preset": "ten-points", "x": ' + b"[" * 3000, "application/json", 400, "malformed"),
        (b'{"preset": "ten-points"}', "text/plain", 400, "malformed"),
        (b'{"preset": "ten-points"}', "application/x-www-form-urlencoded", 400, "malformed"),
        (b" " * 5000, "application/json", 413, "too-large"),
        (b'{"preset": "\\ud800"}', "application/json", 400, "malformed"),
    ],
)
def test_bad_bodies(browser: Browser, body: bytes, kind: str, status: int, code: str) -> None:
    """A body that is none of the protocol is refused by a code, whatever it is."""
    for path in ("/api/rules", "/api/tables"):
        response = browser.http.post(path, content=body, headers={"content-type": kind})
        assert (response.status_code, response.json()["code"]) == (status, code)


def test_endless_body(browser: Browser) -> None:
    """A body without an announced end is read no further than the limit."""

    def endless() -> Any:
        for _ in range(100):
            yield b" " * 1000

    response = browser.http.post(
        "/api/rules", content=endless(), headers={"content-type": "application/json"}
    )
    assert response.status_code == 413


def test_method_and_path_that_are_none(browser: Browser) -> None:
    """What is not there, or not so, is a code as well."""
    assert browser.http.get("/nothing").json() == {"code": "not-found", "params": {}}
    response = browser.http.delete("/api/tables")
    assert (response.status_code, response.json()["code"]) == (405, "no-such-method")
    assert browser.http.head("/api/rules").status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost", 200),
        ("LocalHost:1234", 200),
        ("table.localhost", 200),
        ("192.168.1.20:8358", 200),
        ("[::1]:8358", 200),
        ("testserver", 200),
        ("evil.example", 403),
        ("127.0.0.1.evil.example", 403),
        ("localhost.evil.example", 403),
        ("evil.example:8358", 403),
        ("user@127.0.0.1.nip.example", 403),
        ("", 403),
        ("[::1", 403),
    ],
)
def test_host(browser: Browser, host: str, status: int) -> None:
    """A request that names another host is refused: that page's name was bent to our address."""
    response = browser.http.get("/api/bots", headers={"host": host})
    assert response.status_code == status
    if status == 403:
        assert response.json()["code"] == "wrong-host"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://["]
)
def test_origin(browser: Browser, origin: str) -> None:
    """A page of another origin may not post, though it may look at what is public."""
    body = {"preset": "ten-points", "options": {}}
    response = browser.http.post("/api/rules", json=body, headers={"origin": origin})
    assert (response.status_code, response.json()["code"]) == (403, "wrong-origin")
    own = {"origin": browser.url}
    assert browser.http.post("/api/rules", json=body, headers=own).status_code == 200


def test_too_fast(tmp_path: Path) -> None:
    """Calls and openings are braked by address; what was refused did nothing."""
    with House(tmp_path, tick=0) as house, Browser(house.url) as browser:
        wanted = {"preset": "classic", "name": "Ada", "bots": ["plain", "plain"]}
        codes = [browser.http.post("/api/tables", json=wanted).status_code for _ in range(70)]
        assert codes == [201] * 60 + [429] * 10
        assert len(browser.http.get("/api/tables").json()["tables"]) == 60
        codes = [browser.http.get("/api/bots").status_code for _ in range(200)]
        assert set(codes) == {200, 429}


async def test_unforeseen_fault(caplog: pytest.LogCaptureFixture) -> None:
    """A fault that nobody foresaw gives a code, and a log line without its message."""

    async def broken(_scope: Any, _receive: Any, _send: Any) -> None:
        raise RuntimeError("the hand is SA SK")

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/\n",
        "headers": [(b"host", b"localhost")],
    }
    await Guard(broken)(scope, None, send)  # type: ignore[arg-type]
    assert (sent[0]["status"], json.loads(sent[1]["body"])["code"]) == (500, "internal")
    (record,) = caplog.records
    assert "RuntimeError" in record.getMessage()
    assert "SA" not in caplog.text
    assert "\n" not in record.getMessage()


@pytest.fixture
def anyio_backend() -> str:
    """Run coroutines on asyncio."""
    return "asyncio"


pytestmark = pytest.mark.anyio


async def test_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body of which the rest never comes is given up after a while."""
    monkeypatch.setattr("sergeantmajor.server.guard.BODY_PATIENCE", 0)

    async def receive() -> Any:
        await asyncio.Event().wait()

    headers = [(b"content-type", b"application/json")]
    request = Request({"type": "http", "headers": headers}, receive)
    with pytest.raises(Refused) as refused:
        await read_body(request, dict)
    assert refused.value.status == 400


async def test_a_body_whose_sender_has_gone() -> None:
    """Who hangs up in the middle of a body is refused; that is no fault of ours to be logged."""

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    headers = [(b"content-type", b"application/json")]
    request = Request({"type": "http", "headers": headers}, receive)
    with pytest.raises(Refused) as refused:
        await read_body(request, dict)
    assert (400, "malformed") == (refused.value.status, refused.value.code)
