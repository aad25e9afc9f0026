"""Bots that think for a minute: whoever kills the server meanwhile finds them at it."""

import time
from random import Random

from sergeantmajor.actions import Action
from sergeantmajor.view import View
from server.quick_bots import Quick


class Slow(Quick):
    """Thinks long."""

    name = "slow/1"

    def decide(self, view: View, rng: Random) -> Action:
        """Return a legal action, a minute later."""
        time.sleep(60)
        return super().decide(view, rng)


BOTS = {"slow": Slow()}
