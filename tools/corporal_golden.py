#!/usr/bin/env python3
"""
Write tests/golden/corporal/plays.txt: positions with the points that `corporal` gives each card.

    .venv/bin/python tools/corporal_golden.py

The same positions serve every other language that the policy is written in. To be run only when
the bot gets a new version, since other weights are another bot.
"""

from pathlib import Path
from random import Random

from sergeantmajor.actions import Action
from sergeantmajor.bots import bot_named
from sergeantmajor.bots.corporal import situation_of
from sergeantmajor.bots.corporal_play import card_points, corporal_play
from sergeantmajor.cards import SEATS, Card
from sergeantmajor.driver import Game
from sergeantmajor.match import start_match
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.view import View

PLAYS = Path(__file__).resolve().parent.parent / "tests" / "golden" / "corporal" / "plays.txt"
HEAD = """\
# What corporal/1 thinks of each card, made by tools/corporal_golden.py. One position a line:
#   legal hand may_next may_after trump rival trick... = card card:points...
# The first four are masks; trump 4 is none; the trick's cards stand in the order played. After the
# sign: the card that is played, then the points of each card that is worth a thought.
"""


class Writer:
    """A corporal that writes down one in so many of its plays, and sometimes plays by lot."""

    name = "writer/1"

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def decide(self, view: View, rng: Random) -> Action:
        """Decide as corporal does, or by lot, so that odd positions come up too."""
        if view.phase is Phase.PLAY and rng.random() < 0.06:
            at = situation_of(view)._replace(rival=rng.randrange(3))
            if at.legal & (at.legal - 1):
                masks = [f"{mask:#x}" for mask in at[:4]]
                words = [*masks, str(at.trump), str(at.rival), *map(str, at.trick)]
                points = [f"{card}:{found}" for card, found in card_points(at).items()]
                self.lines.append(" ".join([*words, "=", str(corporal_play(at)), *points]))
        bot = bot_named("random" if rng.random() < 0.2 else "corporal")
        return bot.decide(view, rng)


def main() -> None:
    """Play a few deals of two rule sets and write the file."""
    lines: list[str] = []
    for text in ("ten-points points=40", "fifteen-deals", "classic contracts=N tricks=16"):
        rules = Rules.parse(text)
        cards = Random(text)

        def deck(_: int, rules: Rules = rules, cards: Random = cards) -> list[Card]:
            order = list(rules.deck)
            cards.shuffle(order)
            return order

        game = Game(start_match(rules, SEATS[0]), [Writer(lines)] * 3, deck, seed=358)
        for _ in game.events():
            if game.match.dealt == 60:
                break
    PLAYS.parent.mkdir(parents=True, exist_ok=True)
    PLAYS.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    print(f"{PLAYS}: {len(lines)} positions")


if __name__ == "__main__":
    main()
