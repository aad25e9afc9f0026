"""The command `table`: the server for one household, and the browser that shows it."""

import argparse
from pathlib import Path

HOST = "127.0.0.1"
PORT = 8358


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of `sergeantmajor`."""
    parser = subparsers.add_parser(
        "table",
        help="play in the browser (without any command, this one)",
        description=(
            "Start the table and open the browser. Matches are kept in the data folder: the next"
            " start goes on where they stood."
        ),
    )
    parser.add_argument(
        "--port", type=_port, default=PORT, help=f"the port, {PORT} by default; 0 takes a free one"
    )
    parser.add_argument(
        "--host",
        default=HOST,
        help=f"the address to listen at, {HOST} by default: this machine alone; 0.0.0.0 lets"
        " others on the network in",
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the data folder, by default the platform's"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="only print the address, open nothing"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C; 0, or 2 if it could not start."""
    # Here, since the other commands need no server and should start fast.
    from sergeantmajor.server.run import run_table

    return run_table(
        arguments.host,
        arguments.port,
        arguments.data,
        open_browser=not arguments.no_browser,
    )


def _port(text: str) -> int:
    """Return a port; argparse says the sentence."""
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= 65535):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no port: expected 0 to 65535")
    return int(text)
