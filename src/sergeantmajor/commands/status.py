"""Exit statuses; the worst of several wins."""

from typing import Final

FOUND: Final = 1
"""Something was found: a match is refused, a shuffle is not as committed."""
UNUSABLE: Final = 2
"""Unreadable input or wrong usage."""
INTERRUPTED: Final = 130
"""Ctrl-C, as a shell tells it."""
PIPE_CLOSED: Final = 141
"""As a program ends that the system stops for writing to a pipe that nobody reads."""
