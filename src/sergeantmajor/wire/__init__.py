"""
The messages between table and browser, as docs/protocol.md describes them.

Each message is a struct that encodes to one JSON object; its `type` says which. They are built from
views and seen events: this package cannot name the full state of a match.
"""

from sergeantmajor.wire.facts import (
    ActionMessage,
    EventMessage,
    action_message,
    action_of,
    event_message,
    event_of,
)
from sergeantmajor.wire.messages import (
    PROTOCOL,
    Ack,
    Act,
    ClientHello,
    ClientMessage,
    Failed,
    Hello,
    Next,
    PlayerMessage,
    Refused,
    ServerMessage,
    Update,
    encode,
    read_action,
    read_client,
    read_event,
)
from sergeantmajor.wire.views import ViewMessage, view_message

__all__ = [
    "PROTOCOL",
    "Ack",
    "Act",
    "ActionMessage",
    "ClientHello",
    "ClientMessage",
    "EventMessage",
    "Failed",
    "Hello",
    "Next",
    "PlayerMessage",
    "Refused",
    "ServerMessage",
    "Update",
    "ViewMessage",
    "action_message",
    "action_of",
    "encode",
    "event_message",
    "event_of",
    "read_action",
    "read_client",
    "read_event",
    "view_message",
]
