"""
Online tables: one process, one event log, browsers over HTTP and WebSocket.

`run.py` starts it; `app.py` and `sockets.py` are what a browser meets; `tables.py` finds the table
that a browser asks for; `table.py` is one match with its log, its viewers and its bots; `store.py`
and `sqlite.py` keep what happened. docs/protocol.md is the contract with the browser.
"""
