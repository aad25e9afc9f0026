"""
The messages of the socket, and reading those that come in.

Decoding checks shapes, sizes and ranges; what a message asks for is judged by the rules, elsewhere.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from sergeantmajor.actions import Action
from sergeantmajor.events import Event
from sergeantmajor.wire.facts import ActionMessage, EventMessage, action_of, event_of
from sergeantmajor.wire.views import ViewMessage

PROTOCOL: Final = 1
"""Named in both hellos; a browser that knows another number has to load the page anew."""

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,64}$(?!\n)")]
Seq = Annotated[int, Meta(ge=0, lt=2**53)]


class PlayerMessage(Struct, frozen=True):
    """Who sits in a seat; a bot by its full name (`corporal/1`), a person with `None`."""

    name: str
    bot: str | None


class ClientHello(Struct, frozen=True, tag="hello"):
    """The browser's first message."""

    protocol: int


class Act(Struct, frozen=True, tag="act"):
    """A decision, made while looking at state `seq`."""

    id: CommandId
    seq: Seq
    action: ActionMessage


class Next(Struct, frozen=True, tag="next"):
    """Deal the next cards."""

    id: CommandId
    seq: Seq


ClientMessage = ClientHello | Act | Next


class Hello(Struct, frozen=True, tag="hello"):
    """The whole state; everything before may be forgotten."""

    protocol: int
    table: str
    seat: int | None
    players: list[PlayerMessage]
    commit: str
    seq: int
    view: ViewMessage


class Update(Struct, frozen=True, tag="update"):
    """What happened since the last message, as seen, and the state after it."""

    seq: int
    events: list[EventMessage]
    view: ViewMessage


class Ack(Struct, frozen=True, tag="ack"):
    """The command was carried out and is on disk."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag="refused"):
    """Nothing changed; a value of `Reason`, or `stale`."""

    id: str
    seq: int
    reason: str
    params: dict[str, str]


class Failed(Struct, frozen=True, tag="error"):
    """The connection is closed after it."""

    code: str
    params: dict[str, str | int] = {}


ServerMessage = Hello | Update | Ack | Refused | Failed

_client_decoder: Final = msgspec.json.Decoder(ClientMessage)
_action_decoder: Final[msgspec.json.Decoder[ActionMessage]] = msgspec.json.Decoder(ActionMessage)
_event_decoder: Final[msgspec.json.Decoder[EventMessage]] = msgspec.json.Decoder(EventMessage)
_encoder: Final = msgspec.json.Encoder()

encode: Final = _encoder.encode
"""Return any message as JSON bytes."""


def read_client(data: bytes | str) -> ClientMessage:
    """
    Return the message of a browser.

    Raises:
        ValueError: It is no message of the protocol; `ParseError` and `msgspec`'s errors are.
    """
    try:
        return _client_decoder.decode(data)
    except RecursionError:
        raise ValueError("the message is nested too deep") from None


def read_action(data: bytes | str) -> Action:
    """Return the action in a JSON text; `ValueError` as `read_client`."""
    return action_of(_action_decoder.decode(data))


def read_event(data: bytes | str) -> Event:
    """Return the event in a JSON text; `ValueError` as `read_client`."""
    return event_of(_event_decoder.decode(data))
